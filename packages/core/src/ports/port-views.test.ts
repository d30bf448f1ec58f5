import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createMemoryMetadata } from '../memory/metadata/create-memory-metadata.ts'
import { readOnlyMetadata } from '../store/opening/read-only.ts'
import { ALL_METHODS, callMethod, makeRoles, methodsOf, ROLES } from './port-views.ts'

/** The rows of the table of roles: name of the role, then its methods. */
const architecture = readFileSync(
  new URL('../../../../docs/architecture.md', import.meta.url),
  'utf8',
)
const rows = new Map(
  [...architecture.matchAll(/^\| `metadata\.(\w+)` \| `\w+` \| ([^|]*) \|$/gm)].map(
    ([, role = '', cell = '']) => [role, cell],
  ),
)

describe('the table of the methods', () => {
  it('has a verb of its own for each write', () => {
    const verbs = ALL_METHODS.flatMap(({ verb }) => verb ?? [])
    expect(new Set(verbs).size).toBe(verbs.length)
  })

  it('names the roles and methods that a store has', () => {
    const metadata = createMemoryMetadata() as object as Record<string, object>
    const roles = Object.keys(metadata).filter((name) => typeof metadata[name] === 'object')
    expect(roles.filter((name) => name !== 'transfer').sort()).toEqual([...ROLES].sort())
    for (const role of ROLES) {
      const named = methodsOf(role).map(({ name }) => name)
      expect(Object.keys(metadata[role] as object).sort()).toEqual(named.sort())
    }
  })

  it.each(ROLES)('the architecture page lists the methods of %s', (role) => {
    const [list = ''] = (rows.get(role) ?? '').split(';')
    const told = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    expect(told.sort()).toEqual(
      methodsOf(role)
        .map(({ name }) => name)
        .sort(),
    )
  })
})

describe('makeRoles', () => {
  it('calls each method of its role with all that was given', async () => {
    const calls: unknown[] = []
    const records = makeRoles(
      ({ role, name }) =>
        async (...given) =>
          calls.push(`${role}.${name}(${given})`),
    )
    const view = makeRoles(
      (method) =>
        (...given) =>
          callMethod(records, method, given),
    )
    await view.blobs.reserve(['a', 'b'], 1 as never)
    await view.erasures.scrub()
    expect(calls).toEqual(['blobs.reserve(a,b,1)', 'erasures.scrub()'])
  })
})

describe('readOnlyMetadata', () => {
  const view = readOnlyMetadata(createMemoryMetadata())
  const writes = ALL_METHODS.filter(({ verb }) => verb !== null)
  it.each(writes.map((write) => [`${write.role}.${write.name}`, write] as const))(
    'refuses %s',
    async (_, write) => {
      await expect(callMethod(view, write, [{}])).rejects.toMatchObject({ code: 'unavailable' })
    },
  )
})
