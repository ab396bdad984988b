import * as z from 'zod/mini';

const Paths = z.array(z.string());

/**
 * During development, `web/menu.json` selects and orders the screens of the menu. A production build does not request
 * it.
 */
export async function staticMenu(): Promise<readonly string[] | undefined> {
  if (!import.meta.env.DEV) return undefined;
  try {
    const response = await fetch('/menu.json');
    return response.ok ? Paths.parse(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
