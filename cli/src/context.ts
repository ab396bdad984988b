import type { Client } from '@storeward/client';

/** What a command needs of the program: a client of the chosen server, its address, and whether to print JSON. */
export type Context = { readonly client: () => Client; readonly server: () => string; readonly isJson: () => boolean };
