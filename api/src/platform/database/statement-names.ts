const maxNames = 500;
const names = new Map<string, string>();

/**
 * The name of a prepared statement. A named statement is planned once per connection; filters multiply the SQL texts, so only
 * the first ones get a name.
 */
export function statementName(sql: string): string | undefined {
  let name = names.get(sql);
  if (!name && names.size < maxNames) names.set(sql, (name = `s${names.size}`));
  return name;
}
