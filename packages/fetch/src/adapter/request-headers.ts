/** Lower-case names, without a prototype. `Headers` has joined repeated ones with `, `. */
export function headersOf(headers: Headers): Record<string, string> {
  const plain: Record<string, string> = Object.create(null)
  for (const [name, value] of headers) plain[name] = value
  return plain
}
