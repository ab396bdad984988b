declare module 'composeverter' {
  /** Checks a compose file against the Compose specification; it does not know YAML's merge keys. */
  const composeverter: {
    validateDockerComposeToCommonSpec(text: string): readonly { readonly line: number; readonly message: string }[];
  };
  export default composeverter;
}
