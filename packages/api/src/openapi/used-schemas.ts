const PREFIX = '#/components/schemas/'

/**
 * The `schemas` that `paths` refer to, directly or through others. So a route that is not served leaves none behind.
 */
export function usedSchemas<Schemas extends object>(
  paths: object,
  schemas: Schemas,
): Partial<Schemas> {
  const all = new Map<string, unknown>(Object.entries(schemas))
  const used = new Set<string>()
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('$ref' in node && typeof node.$ref === 'string' && node.$ref.startsWith(PREFIX)) {
      const name = node.$ref.slice(PREFIX.length)
      if (used.has(name)) return
      used.add(name)
      walk(all.get(name))
    }
    for (const child of Object.values(node)) walk(child)
  }
  walk(paths)
  return Object.fromEntries([...all].filter(([name]) => used.has(name))) as Partial<Schemas>
}
