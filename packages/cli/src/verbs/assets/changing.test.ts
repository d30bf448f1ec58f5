import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../../testing/places.fixture.ts'
import { type CliSurroundings, objectsOf, runCli } from '../../testing/run-cli.fixture.ts'

const UNKNOWN = '0199c0de-0000-7000-8000-000000000000'

describe.each(['local', 'server'] as const)('trash, restore and purge on a %s', (kind) => {
  let places: Places
  let ids: string[]
  const run = (args: readonly string[], given: CliSurroundings = {}) =>
    runCli([...args, ...places[kind]], given)
  const counts = async () => {
    const { assets, trashedAssets } = await places.store.usage()
    return [assets, trashedAssets]
  }

  beforeEach(async () => {
    places = await openPlaces()
    ids = []
    for (const name of ['a.txt', 'b.txt', 'c.txt']) {
      const tags = name === 'c.txt' ? [] : ['draft']
      ids.push((await places.store.upload(Buffer.from(name), { name, tags })).id)
    }
  })
  afterEach(() => places.close())

  it('moves ids to the trash and back, from operands and from stdin', async () => {
    const trashed = await run(['trash', '-', ids[0] ?? ''], { stdin: `${ids[1]}\n\n` })
    expect(trashed).toMatchObject({
      exitCode: 0,
      stdout: '✔ 2 files moved to the trash.\n',
      stderr: 'Undo: stowage restore with the same ids or filters.\n',
    })
    expect(await counts()).toEqual([1, 2])
    expect(await run(['restore', ...ids])).toMatchObject({ exitCode: 0 })
    expect(await counts()).toEqual([3, 0])
  })

  it('names ids that there are not, and does the rest', async () => {
    const { exitCode, stderr, stdout } = await run(['trash', '--json', UNKNOWN, ids[0] ?? ''])
    expect(exitCode).toBe(1)
    expect(objectsOf(stdout)).toEqual([{ verb: 'trash', count: 1, already: 0 }])
    expect(objectsOf(stderr)).toMatchObject([{ id: UNKNOWN }])
    expect(await counts()).toEqual([2, 1])
  })

  it('changes all that a filter finds, and nothing without --yes where nobody can be asked', async () => {
    const asked = await run(['trash', '--tag', 'draft'])
    expect(asked.exitCode).toBe(2)
    expect(asked.stderr).toContain('Move 2 files to the trash?')
    expect(await counts()).toEqual([3, 0])
    expect(await run(['trash', '--tag', 'draft', '--yes'])).toMatchObject({ exitCode: 0 })
    expect(await counts()).toEqual([1, 2])
    expect(await run(['restore', '--tag', 'draft', '--yes'])).toMatchObject({
      stdout: '✔ 2 files taken back out of the trash.\n',
    })
    expect(await run(['restore', '--tag', 'draft', '--yes'])).toMatchObject({
      exitCode: 0,
      stdout: 'There is no such file: nothing to do.\n',
    })
  })

  it('deletes for good only what is in the trash', async () => {
    const [first = '', second = ''] = ids
    await run(['trash', first])
    const { exitCode, stderr } = await run(['purge', '--yes', first, second])
    expect(exitCode).toBe(1)
    expect(stderr).toContain(second)
    expect(await counts()).toEqual([2, 0])
    await run(['trash', '--tag', 'draft', '--yes'])
    expect(await run(['purge', '--tag', 'draft'])).toMatchObject({ exitCode: 2 })
    expect(await run(['purge', '--tag', 'draft', '-y'])).toMatchObject({
      exitCode: 0,
      stdout: '✔ 1 file deleted for good.\n',
    })
    expect(await counts()).toEqual([1, 0])
  })

  it('says what was so already, and ends well', async () => {
    const [first = '', second = '', third = ''] = ids
    expect((await run(['restore', first])).stdout).toBe('✔ 1 file was not in the trash.\n')
    await run(['trash', first])
    expect(await run(['trash', first])).toMatchObject({
      exitCode: 0,
      stdout: '✔ 1 file was in the trash already.\n',
      stderr: '',
    })
    expect((await run(['trash', first, second])).stdout).toBe(
      '✔ 1 file moved to the trash; 1 was in the trash already.\n',
    )
    const restored = await run(['restore', second, third, '--json'])
    expect(objectsOf(restored.stdout)).toEqual([{ verb: 'restore', count: 1, already: 1 }])
    await run(['purge', first, '--yes'])
    expect(await run(['purge', first, '--yes'])).toMatchObject({
      exitCode: 0,
      stdout: '✔ 1 file was deleted for good already.\n',
    })
    const none = await run(['trash', '--tag', 'none', '--json'])
    expect(objectsOf(none.stdout)).toEqual([{ verb: 'trash', count: 0, already: 0 }])
  })

  it('changes nothing in a dry run', async () => {
    const [first = ''] = ids
    await run(['trash', first])
    const before = await counts()
    for (const args of [
      ['trash', '--tag', 'draft'],
      ['trash', ids[1] ?? ''],
      ['restore', '--tag', 'draft'],
      ['restore', first],
      ['purge', '--tag', 'draft'],
      ['purge', first],
    ]) {
      const { exitCode, stdout } = await run([...args, '--dry-run'])
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Would .* 1 file/)])
    }
    expect(await run(['purge', '--dry-run', UNKNOWN])).toMatchObject({ exitCode: 1 })
    expect(await run(['trash', '--dry-run', UNKNOWN])).toMatchObject({ exitCode: 1 })
    expect(await counts()).toEqual(before)
  })

  it.each([[['trash']], [['trash', 'x', '--tag', 'draft']], [['trash', '-']]])(
    'refuses %j',
    async (args) => {
      expect(await run(args)).toMatchObject({ exitCode: 2, stdout: '' })
    },
  )
})
