import type { ReactElement } from 'react';
import { errorMessage, useT } from './i18n.ts';

type Props = { readonly code: string; readonly serverText: string };

function ErrorText({ code, serverText }: Props) {
  useT();
  return errorMessage(code, serverText);
}

/** The text for an error code, for a state: it follows a later change of the language. */
export const errorText = (code: string, serverText = ''): ReactElement => (
  <ErrorText code={code} serverText={serverText} />
);
