import type { Language } from '@storeward/contract/reference';

/** The phrases of one language, compiled. */
export type Catalogue = Record<string, string>;

type File = () => Promise<Catalogue>;

const signIn = import.meta.glob<Catalogue>(['../phrases/*/sessions.json', '../phrases/*/errors.json'], {
  import: 'default',
});
// English comes along with the sign-in page: it is what most read there, and one trip less
const english = import.meta.glob<Catalogue>(['../phrases/en/sessions.json', '../phrases/en/errors.json'], {
  import: 'default',
  eager: true,
});
const recovery = import.meta.glob<Catalogue>(['../phrases/*/passwords.json', '../phrases/*/messages.json'], {
  import: 'default',
});
const portal = import.meta.glob<Catalogue>('../phrases/*/*.json', { import: 'default' });

/** Loads the phrases of the sign-in pages. */
export const loadSignInPhrases = async (language: Language): Promise<Catalogue> =>
  language === 'en' ? (Object.assign({}, ...Object.values(english)) as Catalogue) : load(signIn, language);

/** Loads the phrases of the pages for a forgotten password: those of signing in, and their own. */
export const loadRecoveryPhrases = async (language: Language): Promise<Catalogue> =>
  Object.assign({}, ...(await Promise.all([loadSignInPhrases(language), load(recovery, language)])));

/** Loads the phrases of the whole portal. */
export const loadPortalPhrases = (language: Language): Promise<Catalogue> => load(portal, language);

async function load(files: Record<string, File>, language: Language): Promise<Catalogue> {
  const own = Object.entries(files).filter(([path]) => path.startsWith(`../phrases/${language}/`));
  const parts = await Promise.all(own.map(([, file]) => file()));
  return Object.assign({}, ...parts) as Catalogue;
}
