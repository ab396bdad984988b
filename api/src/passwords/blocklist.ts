let list: Promise<ReadonlySet<string>> | undefined;

/** Tells common and leaked passwords from others, however they are cased; the list is read when it is first needed. */
export async function commonPasswords(): Promise<(password: string) => boolean> {
  const known = await (list ??= load());
  return (password) => known.has(password.toLowerCase());
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']].map(String));
}
