// Baseline for one read over HTTP: a bare Fastify route that runs one statement, without session, row-level security or contract.
import fastify from 'fastify';
import pg from 'pg';

const { DATABASE, STATEMENT, VALUES, OPTIONS, PORT } = process.env;
const server = fastify();
if (DATABASE && STATEMENT) {
  const pool = new pg.Pool({ connectionString: DATABASE, max: 10, ...(OPTIONS ? { options: OPTIONS } : {}) });
  const statement = { name: 'yardstick', text: STATEMENT, values: JSON.parse(VALUES ?? '[]') as unknown[] };
  server.get('/', async () => ({ result: (await pool.query(statement)).rows }));
} else {
  server.get('/', () => ({ status: 'alive' }));
}
await server.listen({ port: Number(PORT), host: '127.0.0.1' });
