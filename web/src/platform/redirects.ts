/** Paths that redirect to another one. */
export const redirects = {
  '/': '/dashboard',
  '/om': '/dashboard',
  '/ross': '/',
  '/reset-password': '/dashboard',
} as const;
