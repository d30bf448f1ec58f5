import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

describe.each(['local', 'server'] as const)('keys on a %s', (kind) => {
  let places: Places
  const run = (...args: string[]) => runCli(['keys', ...args, ...places[kind]])

  beforeEach(async () => {
    places = await openPlaces()
  })
  afterEach(() => places.close())

  it('makes a key that works, and shows it once', async () => {
    const { exitCode, stdout, stderr } = await run('create', 'website')
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('shown only now')])
    const env = { STOWAGE_KEY: stdout.trim() }
    const [, url = ''] = places.server
    expect(await runCli(['usage', '--url', url], { env })).toMatchObject({ exitCode: 0 })
    const listed = await run('list')
    expect(listed.stdout).toMatch(/\nwebsite +\w{12} +read, write, delete +just now .*valid/)
    expect(listed.stdout).not.toContain(stdout.trim())
  })

  it('makes what is asked for, and revokes it', async () => {
    const args = ['create', 'reader', '--permissions', 'read', '--expires', '90d', '--json']
    const [key] = objectsOf((await run(...args)).stdout)
    expect(key).toMatchObject({ name: 'reader', permissions: ['read'], revoked_at: null })
    const inDays = (Date.parse(String(key?.expires_at)) - Date.now()) / 86_400_000
    expect(Math.round(inDays)).toBe(90)
    const id = String(key?.id)
    expect(await run('revoke', id)).toMatchObject({ exitCode: 2 })
    expect((await run('revoke', id, '--dry-run')).stdout).toBe('Would revoke 1 key: "reader".\n')
    const unknown = await run('revoke', id, 'nonsense', '--yes')
    expect(unknown).toMatchObject({ exitCode: 1, stdout: `✔ ${id} is revoked.\n` })
    expect((await run('list')).stdout).toMatch(/\nreader .*revoked/)
  })

  it('shows by its code what would steer the terminal', async () => {
    const { key } = await places.store.keys.create({ name: 'a\u009b2J' })
    const { stdout } = await run('revoke', key.id, '--dry-run')
    expect(stdout).toBe('Would revoke 1 key: "a\\x9b2J".\n')
  })

  it.each([
    ['create'],
    ['create', 'x', '--expires', '2001-01-01'],
    ['create', 'x', '--expires', 'soon'],

    ['nonsense'],
  ])('refuses %j', async (...args) => {
    expect(await run(...args)).toMatchObject({ exitCode: 2, stdout: '' })
  })

  it('refuses a permission that there is not', async () => {
    const { exitCode, stdout, stderr } = await run('create', 'x', '--permissions', 'everything')
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain('no permission "everything". There are read, write, delete, manage.')
  })

  it('says which key would do', async () => {
    const [, url = ''] = places.server
    const { token } = await places.store.keys.create({ name: 'weak', permissions: ['read'] })
    const env = { STOWAGE_KEY: token }
    const managing = await runCli(['keys', 'list', '--url', url], { env })
    expect(managing.stderr).toContain('--permissions read,write,delete,manage"')
    const trashing = await runCli(['trash', '--tag', 'x', '--yes', '--url', url], { env })
    expect(trashing.exitCode).toBe(0)
    const writing = await runCli(['restore', token, '--url', url], { env })
    expect(writing.stderr).toContain('--permissions read,write,delete"')
  })

  it('says that a key is wrong', async () => {
    const [, url = ''] = places.server
    const { exitCode, stderr } = await runCli(['ls', '--url', url, '--key', 'stw_nonsense'])
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('does not accept the key')])
  })
})
