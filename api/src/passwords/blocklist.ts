/** Whether a password is on a list of common passwords or as easily guessed; case-insensitive. */
export type IsCommon = (password: string) => boolean;

let checker: Promise<IsCommon> | undefined;

/** The common-password check; its dictionaries are loaded on first use. */
export const commonPasswords = (): Promise<IsCommon> => (checker ??= load());

/** zxcvbn's estimate for six random characters, the shortest password allowed. */
const minGuesses = 1_000_000;

/** The run time of zxcvbn grows with length; longer passwords are not considered variations of a common one. */
const maxCheckedLength = 32;

async function load(): Promise<IsCommon> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const estimator = new ZxcvbnFactory({ dictionary, graphs });
  const commonTerms = new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']].map(String));
  return (password) =>
    commonTerms.has(password.toLowerCase()) ||
    (password.length <= maxCheckedLength && estimator.check(password).guesses < minGuesses);
}
