import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const HOSTILE = 'evil\u001b[2J\u009b31m\u202etxt.exe'

describe.each(['local', 'server'] as const)('ls and show on a %s', (kind) => {
  let places: Places
  const ids: Record<string, string> = {}
  const run = (...args: string[]) => runCli([...args, ...places[kind]])
  const names = async (...args: string[]) => {
    const { stdout, exitCode, stderr } = await run('ls', '--json', ...args)
    expect([exitCode, stderr]).toEqual([0, ''])
    return objectsOf(stdout).map(({ name }) => name)
  }

  beforeAll(async () => {
    places = await openPlaces()
    const { store } = places
    const trips = await store.folders.create({ name: 'Trips' })
    const rome = await store.folders.create({ name: 'Rome', parentId: trips.id })
    const files = [
      ['note.txt', Buffer.from('hello'), { tags: ['draft', 'text'] }],
      ['dot.png', PNG, { folderId: rome.id, metadata: { client: 'acme', year: 2026 } }],
      ['long.txt', Buffer.alloc(2500, 'x'), { folderId: trips.id, title: 'A long one' }],
      ['gone.txt', Buffer.from('gone'), {}],
    ] as const
    for (const [name, bytes, options] of files) {
      ids[name] = (await store.upload(bytes, { name, ...options })).id
    }
    await store.select(ids['dot.png'] ?? '').setFavourite(true)
    await store.trash(ids['gone.txt'] ?? '')
  })
  afterAll(() => places.close())

  it.each([
    [[], ['long.txt', 'dot.png', 'note.txt']],
    [
      ['--sort', '-size'],
      ['long.txt', 'dot.png', 'note.txt'],
    ],
    [['--sort', 'name', '--limit', '1'], ['dot.png']],
    [['--type', 'image'], ['dot.png']],
    [['--mime-type', 'image/*,audio/*'], ['dot.png']],
    [
      ['--extension', 'txt'],
      ['long.txt', 'note.txt'],
    ],
    [['--tag', 'draft,TEXT'], ['note.txt']],
    [['--any-tag', 'draft,none'], ['note.txt']],
    [['--folder', 'trips'], ['long.txt']],
    [['--folder', 'none'], ['note.txt']],
    [
      ['--in', 'Trips'],
      ['long.txt', 'dot.png'],
    ],
    [['--in', '/Trips/Rome/'], ['dot.png']],
    [['--q', 'long one'], ['long.txt']],
    [['--favourite'], ['dot.png']],
    [['--no-favourite'], ['long.txt', 'note.txt']],
    [
      ['--created-by', 'null'],
      ['long.txt', 'dot.png', 'note.txt'],
    ],
    [['--status', 'failed'], []],
    [['--metadata', 'client=acme', '--metadata', 'year=2026'], ['dot.png']],
    [['--metadata', 'year="2026"'], []],
    [['--size', '>1kB'], ['long.txt']],
    [['--size', '5'], ['note.txt']],
    [
      ['--size', '>=5', '--size', '<100'],
      ['dot.png', 'note.txt'],
    ],
    [['--size', '1kB..3kB'], ['long.txt']],
    [['--width', '>=1'], ['dot.png']],
    [['--duration', '<5'], []],
    [
      ['--created', '>=2020-01-01'],
      ['long.txt', 'dot.png', 'note.txt'],
    ],
    [['--created', '2020-01-01..2020-02-01'], []],
    [['--trashed'], ['gone.txt']],
  ])('finds with %j', async (args, expected) => {
    expect(await names(...args)).toEqual(expected)
  })

  it('shows a table, and how many more there are', async () => {
    const { stdout, stderr } = await run('ls', '--limit', '2')
    expect(stdout).toMatch(/^NAME +TYPE +SIZE +DIMENSIONS +CREATED +ID\n/)
    expect(stdout).toMatch(/dot\.png +image\/png +70 B +1×1 +just now +[\da-f-]{36}\n$/)
    expect(stderr).toBe('2 of 3 files. --all shows every one.\n')
  })

  it.each([
    [
      ['--tag', 'draft,none', '--folder', 'Trips'],
      'No file matches --tag draft,none --folder Trips. Leave one of these out, look below the folder too with --in, ask for any of the tags with --any-tag, or look in the trash with --trashed.\n',
    ],
    [
      ['--type', 'video', '--trashed'],
      'No file in the trash matches --type video. Leave it out to list all, or look outside the trash without --trashed.\n',
    ],
  ])('says what it looked for with %j, and how to find more', async (args, words) => {
    expect(await run('ls', ...args)).toMatchObject({ exitCode: 0, stdout: '', stderr: words })
  })

  it('gives ids alone with --quiet', async () => {
    const { stdout } = await run('ls', '--quiet', '--type', 'image')
    expect(stdout).toBe(`${ids['dot.png']}\n`)
  })

  it('shows a file with its folder, and says which there is not', async () => {
    const unknown = '0199c0de-0000-7000-8000-000000000000'
    const { stdout, stderr, exitCode } = await run('show', ids['dot.png'] ?? '', unknown)
    expect(stdout).toMatch(/^name +dot\.png\nid +/)
    expect(stdout).toMatch(/\nfolder +Trips\/Rome\n/)
    expect(stdout).toMatch(/\nsha256 +[\da-f]{64}\n/)
    expect(stderr).not.toBe('')
    expect(exitCode).toBe(1)
  })

  it.each([
    [['ls', '--folder', 'Nowhere'], 1, /There is no folder "Nowhere"/],
    [['ls', '--size', 'big'], 2, /Write it like/],
    [['ls', '--sort', 'colour'], 2, /created, updated/],
    [['ls', '--limit', '0'], 2, /whole number/],
    [['ls', '--type', 'pictures'], 2, /type/],
  ])('refuses %j', async (args, code, words) => {
    const { exitCode, stderr, stdout } = await run(...args)
    expect(stderr).toMatch(words)
    expect([exitCode, stdout]).toEqual([code, ''])
  })

  it('never gives a terminal the control characters of data', async () => {
    const { id } = await places.store.upload(Buffer.from('evil'), {
      name: HOSTILE,
      title: HOSTILE,
      tags: ['\u200bhidden'],
      metadata: { '\u001b]0;title\u0007': '\u001b[2J' },
    })
    for (const args of [['ls'], ['ls', '--json'], ['show', id], ['show', '--json', id]]) {
      const { stdout, stderr } = await run(...args)
      expect(stdout).toContain('evil')
      expect(stdout + stderr).not.toMatch(/(?!\n)\p{Cc}|[\u200b\u202e]/u)
    }
    await places.store.trash(id)
  })
})
