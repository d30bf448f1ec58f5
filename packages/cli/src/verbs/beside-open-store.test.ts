import path from 'node:path'
import { text } from 'node:stream/consumers'
import { type Asset, type AssetStore, openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { faultPlan, faultyBlobs } from '@stowage/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from '../testing/places.fixture.ts'
import { type CliResult, runCli } from '../testing/run-cli.fixture.ts'
import { BESIDE_OPEN_STORE } from './beside-open-store.fixture.ts'
import { VERBS } from './verbs.ts'

describe('beside a store that is open elsewhere', () => {
  it('it is said of each verb whether it runs, and of no other', () => {
    const verbs: string[] = []
    const options = new Map<string, string[]>()
    for (const define of VERBS) {
      const named: string[] = []
      const command = define((verb) => {
        named.push(verb)
        return async () => {}
      })
      verbs.push(...named)
      if (command.commands.length > 0) continue
      options.set(
        named[0] ?? '',
        command.options.flatMap(({ long }) => long ?? []),
      )
    }
    const listed = Object.keys(BESIDE_OPEN_STORE)
    expect(listed.filter((name) => !name.includes('--')).sort()).toEqual([...new Set(verbs)].sort())
    for (const name of listed.filter((name) => name.includes('--'))) {
      const [verb = '', option] = name.split(' ')
      expect(options.get(verb)).toContain(option)
    }
  })

  describe('where an upload is under way whose bytes no record has yet', () => {
    let places: Places
    let media: string
    let other: AssetStore
    let release: () => void
    let bytesAreThere: Promise<void>

    beforeEach(async () => {
      places = await openPlaces()
      media = places.local[1] ?? ''
      const until = new Promise<void>((resolve) => {
        release = resolve
      })
      const files = disk({ directory: media })
      bytesAreThere = new Promise((resolve) => {
        const put = files.put.bind(files)
        files.put = async (...args) => {
          const answer = await put(...args)
          resolve()
          return answer
        }
      })
      const plan = faultPlan(({ method }) =>
        method === 'put' ? { kind: 'withhold', until } : undefined,
      )
      const blobs = faultyBlobs(files, plan)
      other = await openAssetStore({
        directory: media,
        files: blobs,
        staging: files.staging,
        advanced: { sweepEveryMs: false },
      })
    })
    afterEach(async () => {
      release()
      await other.close()
      await places.close()
    })

    /** Runs the line when the bytes of an upload of `tenant` are there, and lets the upload end afterwards. */
    async function runMeanwhile(tenant: string, line: string) {
      const store = other.for({ tenant })
      const upload = store.upload(Buffer.from('meanwhile'), { name: 'meanwhile.txt' })
      upload.catch(() => {})
      await bytesAreThere
      const result = await runCli([...line.split(' '), ...places.local])
      release()
      return { result, upload }
    }

    async function textOf(tenant: string, { id }: Asset): Promise<string> {
      return text((await places.store.for({ tenant }).read(id)).stream())
    }

    async function isWhole(): Promise<CliResult> {
      return runCli(['verify', ...places.local])
    }

    it.each(['verify', 'verify --repair', 'tenants erase acme --confirm acme'])(
      '%s leaves it alone: the upload ends, and its file is there and readable',
      async (line) => {
        const before = await places.store.upload(Buffer.from('before'), { name: 'before.txt' })
        await places.store
          .for({ tenant: 'acme' })
          .upload(Buffer.from('erased'), { name: 'erased.txt' })
        const { result, upload } = await runMeanwhile('default', line)
        expect(result).toMatchObject({ exitCode: 0, stderr: '' })
        expect(await textOf('default', await upload)).toBe('meanwhile')
        expect(await textOf('default', before)).toBe('before')
        expect(await isWhole()).toMatchObject({ exitCode: 0, stderr: '' })
      },
    )

    it('tenants erase of its own tenant erases what is stored by then', async () => {
      await places.store
        .for({ tenant: 'acme' })
        .upload(Buffer.from('erased'), { name: 'erased.txt' })
      const { result, upload } = await runMeanwhile('acme', 'tenants erase acme --confirm acme')
      expect(result).toMatchObject({ exitCode: 0, stdout: '✔ acme is erased: 1 file.\n' })
      expect(await textOf('acme', await upload)).toBe('meanwhile')
      const { tenants } = await places.store.admin.tenants.list()
      expect(tenants).toMatchObject([{ tenant: 'acme', assets: 1, bytes: 9 }])
      expect(await isWhole()).toMatchObject({ exitCode: 0, stderr: '' })
    })

    it('restore refuses, whatever the folder of the store still has, and the store goes on', async () => {
      const backup = path.join(places.directory, 'backup')
      const before = await places.store.upload(Buffer.from('before'), { name: 'before.txt' })
      await runCli(['backup', backup, ...places.local])
      const { result, upload } = await runMeanwhile('default', `restore --backup ${backup}`)
      expect(result).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is not empty') })
      expect(await textOf('default', await upload)).toBe('meanwhile')
      expect(await textOf('default', before)).toBe('before')
      expect(await isWhole()).toMatchObject({ exitCode: 0, stderr: '' })
    })
  })
})
