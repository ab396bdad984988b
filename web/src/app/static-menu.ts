import * as z from 'zod/mini';

const Paths = z.array(z.string());

/** The screens that the menu shows while the portal is being worked on, in that order, as `web/menu.json` has them; a built portal has no such file and asks for none. */
export async function staticMenu(): Promise<readonly string[] | undefined> {
  if (!import.meta.env.DEV) return undefined;
  try {
    const answer = await fetch('/menu.json');
    return answer.ok ? Paths.parse(await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}
