import type { Language } from '@storeward/contract/reference';

/** Compiled phrases of one language, by key. */
export type Catalogue = Record<string, string>;

type File = () => Promise<Catalogue>;

const signIn = import.meta.glob<Catalogue>(['../../phrases/*/sessions.json', '../../phrases/*/errors.json'], {
  import: 'default',
});
// English is bundled with the sign-in page: most visitors need it, and it saves a request.
const english = import.meta.glob<Catalogue>(['../../phrases/en/sessions.json', '../../phrases/en/errors.json'], {
  import: 'default',
  eager: true,
});
const recovery = import.meta.glob<Catalogue>(['../../phrases/*/passwords.json', '../../phrases/*/messages.json'], {
  import: 'default',
});
// The phrases of the shell, the dashboard and the user list, which open right after signing in.
const start = import.meta.glob<Catalogue>(
  '../../phrases/*/{app,dashboard,errors,messages,records,sessions,ui,users}.json',
  {
    import: 'default',
  },
);
const portal = import.meta.glob<Catalogue>('../../phrases/*/*.json', { import: 'default' });

export const loadSignInPhrases = async (language: Language): Promise<Catalogue> =>
  language === 'en' ? (Object.assign({}, ...Object.values(english)) as Catalogue) : load(signIn, language);

/** The phrases for password recovery, which include those for signing in. */
export const loadRecoveryPhrases = async (language: Language): Promise<Catalogue> =>
  Object.assign({}, ...(await Promise.all([loadSignInPhrases(language), load(recovery, language)])));

/** The phrases of the shell and of the screens that open first. */
export const loadStartPhrases = (language: Language): Promise<Catalogue> => load(start, language);

/** All phrases of the portal. */
export const loadPortalPhrases = (language: Language): Promise<Catalogue> => load(portal, language);

async function load(files: Record<string, File>, language: Language): Promise<Catalogue> {
  const entries = Object.entries(files).filter(([path]) => path.includes(`/phrases/${language}/`));
  const catalogues = await Promise.all(entries.map(([, file]) => file()));
  return Object.assign({}, ...catalogues) as Catalogue;
}
