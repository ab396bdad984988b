/** Tells passwords that many people have had, or that are guessed as soon as those, however they are cased. */
export type IsCommon = (password: string) => boolean;

let judge: Promise<IsCommon> | undefined;

/** Tells common and easily guessed passwords from others; what that takes is read when it is first needed. */
export const commonPasswords = (): Promise<IsCommon> => (judge ??= load());

/** As many guesses as six signs take of which nothing is known: the least that is asked of any password. */
const fewestGuesses = 1_000_000;

/** Judging takes longer with every sign, and what is longer than this is no variation of a common password. */
const longestJudged = 32;

async function load(): Promise<IsCommon> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const guessing = new ZxcvbnFactory({ dictionary, graphs });
  const known = new Set([...dictionary['passwords-common'], ...dictionary['diceware-common']].map(String));
  return (password) =>
    known.has(password.toLowerCase()) ||
    (password.length <= longestJudged && guessing.check(password).guesses < fewestGuesses);
}
