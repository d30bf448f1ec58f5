// Contents that change, the audit trail and whole tenants: on a folder, in a pipe and in a terminal, with hostile names.
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { objectsOf, plain, run, runInTerminal } from './command.mjs'

const HOSTILE = '\u001b[2J\u202ered.txt'

export async function tenantScenes({ report, directory }) {
  const media = path.join(directory, 'tenants', 'media')
  const where = ['--directory', media, '--tenant', 'acme']
  const store = await openAssetStore({
    directory: media,
    advanced: { sweepEveryMs: false },
    audit: true,
  })
  try {
    const acme = store.for({ tenant: 'acme' })
    const { id } = await acme.upload(Buffer.from('first'), { name: HOSTILE })
    await store.upload(Buffer.from('other'), { name: 'other.txt' })

    const screens = []
    for (const args of [
      ['replace', id, path.join(import.meta.dirname, 'tenant-scenes.mjs')],
      ['versions', id],
      ['audit'],
    ]) {
      const { stdout } = await runInTerminal([...args, ...where], { env: { NO_COLOR: '1' } })
      screens.push(stdout)
    }
    const [, version = ''] = /restore-version \S+ (\S+)/.exec(plain(screens[0])) ?? []
    const restored = await run(['restore-version', id, version, ...where])
    report.check(
      'a content is replaced, and comes back as the command says',
      restored.exitCode === 0 && (await acme.get(id)).size === 5,
      restored.stderr.trim(),
    )
    report.check(
      'no control character of a name reaches the terminal from the audit trail',
      screens.every((screen) => !/(?![\r\n])\p{Cc}|[\u202a-\u202e]/u.test(screen)) &&
        plain(screens[2]).includes('asset.replaced'),
    )
    const entries = objectsOf((await run(['audit', '--json', '--actor', 'cli', ...where])).stdout)
    report.check('the trail tells what the command line did', entries.length === 2)

    const archive = path.join(directory, 'tenants', 'acme.tar')
    const exported = await run(['tenants', 'export', 'acme', '--to', archive, ...where])
    report.check('a tenant is exported', exported.exitCode === 0, exported.stdout.trim())
    const erase = (type) =>
      runInTerminal(['tenants', 'erase', 'acme', ...where], {
        answers: [{ when: /Type the name:/, type: `${type}\r` }],
      })
    const no = await erase('yes')
    report.check(
      'a tenant is kept unless its name is typed',
      no.exitCode === 1 && (await acme.usage()).assets === 1,
    )
    const yes = await erase('acme')
    const { tenants } = await store.admin.tenants.list()
    report.check(
      'a tenant is erased, and no other',
      yes.exitCode === 0 && tenants.map(({ tenant }) => tenant).join() === 'default',
      plain(yes.stdout).trim().split('\n').at(-1),
    )
  } finally {
    await store.close()
  }
}
