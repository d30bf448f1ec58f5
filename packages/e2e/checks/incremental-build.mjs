// `npm run build` and `npm run setup` must do what is needed, and nothing else. Runs the real scripts in a small workspace,
// where a build copies the sources, and a stand-in counts the installations.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const run = promisify(execFile)
const TOOLING = fileURLToPath(new URL('../../tooling', import.meta.url))

/** Who needs whom. `app` is never built. */
const NEEDS = { ground: [], middle: ['ground'], roof: ['middle'], aside: [] }
const BUILD = "node -e \"fs.cpSync('src', 'dist', { recursive: true })\""
const ALL = Object.keys(NEEDS)

const report = createReport('incremental-build: builds and installs what changed, and nothing else')
await report.run(() =>
  withTemporaryDirectory(async (root) => {
    await createWorkspace(root)
    await builds(root)
    await installs(root)
  }),
)

async function createWorkspace(root) {
  const write = async (file, content) => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), content)
  }
  const manifest = (name, needs, scripts) =>
    JSON.stringify({
      name: `@a/${name}`,
      scripts,
      dependencies: Object.fromEntries(needs.map((other) => [`@a/${other}`, 'workspace:^'])),
    })
  await cp(TOOLING, path.join(root, 'packages/tooling'), {
    recursive: true,
    filter: (file) => !file.includes('node_modules'),
  })
  await write('package.json', '{"packageManager":"pnpm@1.2.3","engines":{"node":">=20.19"}}')
  await write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n  - examples/*\n')
  await write('pnpm-lock.yaml', 'lockfile: 1\n')
  await write('tsconfig.json', '{}')
  for (const [name, needs] of Object.entries(NEEDS)) {
    await write(`packages/${name}/package.json`, manifest(name, needs, { build: BUILD }))
    await write(`packages/${name}/src/index.ts`, `export const name = '${name}'\n`)
    await write(`packages/${name}/src/index.test.ts`, 'test\n')
  }
  await write('examples/app/package.json', manifest('app', ['middle'], {}))
}

async function builds(root) {
  const at = (file) => path.join(root, file)
  const append = async (file, text) => writeFile(at(file), (await readFile(at(file))) + text)
  const expectBuilt = async (expected, ...args) => {
    const { stdout } = await run(process.execPath, [at('packages/tooling/build.mjs'), ...args])
    assert.deepEqual(builtIn(stdout), [...expected].sort())
    const last = await run(process.execPath, [at('packages/tooling/build.mjs'), ...args])
    assert.deepEqual(builtIn(last.stdout), [], 'and then nothing')
  }
  /** Each is done to a workspace that is built. */
  const steps = {
    'what a package needs is built alone': [() => {}, ['ground', 'middle'], 'examples/app'],
    'the rest is built once': [() => {}, ['aside', 'roof']],
    'without declarations, what is built with them is left': [
      () => {},
      [],
      '--no-declarations',
      'examples/app',
    ],
    'without declarations, a dist that was deleted is built': [
      () => rm(at('packages/ground/dist'), { recursive: true }),
      ['ground'],
      '--no-declarations',
      'examples/app',
    ],
    'with them, it is built again': [() => {}, ['ground']],
    'a changed source builds its package and those that need it': [
      () => append('packages/middle/src/index.ts', '// more\n'),
      ['middle', 'roof'],
    ],
    'so does a new source': [
      () => writeFile(at('packages/ground/src/new.ts'), 'export {}\n'),
      ['ground', 'middle', 'roof'],
    ],
    'and one that is gone': [
      () => rm(at('packages/ground/src/new.ts')),
      ['ground', 'middle', 'roof'],
    ],
    'a changed test builds nothing': [
      () => append('packages/ground/src/index.test.ts', '// more\n'),
      [],
    ],
    'a changed manifest builds its package': [
      () => append('packages/aside/package.json', '\n'),
      ['aside'],
    ],
    'a dist that was deleted is built': [
      () => rm(at('packages/ground/dist'), { recursive: true }),
      ['ground'],
    ],
    'so is one of which a file was deleted': [
      () => rm(at('packages/roof/dist/index.ts')),
      ['roof'],
    ],
    'and one that was edited': [
      () => append('packages/roof/dist/index.ts', '// by hand\n'),
      ['roof'],
    ],
    'and one whose record was cut off': [
      () => writeFile(at('packages/roof/.cache/build.json'), '{"fing'),
      ['roof'],
    ],
    'a changed compiler configuration builds all': [() => append('tsconfig.json', '\n'), ALL],
    'so does one of the bundler': [() => append('packages/tooling/tsup.config.ts', '\n'), ALL],
    'and what that imports': [() => append('packages/tooling/worker-code.mjs', '\n'), ALL],
    'a tool that no build reads builds nothing': [
      () => append('packages/tooling/ceph.mjs', '\n'),
      [],
    ],
    'a changed lockfile builds all': [() => append('pnpm-lock.yaml', 'more: 1\n'), ALL],
  }
  for (const [name, [change, expected, ...args]] of Object.entries(steps)) {
    await report.step(name, async () => {
      await change()
      await expectBuilt(expected, ...args)
    })
  }
  await report.step(
    'a build that fails ends with 1, builds no package above it, and is tried again',
    async () => {
      const file = at('packages/middle/package.json')
      const good = await readFile(file, 'utf8')
      await writeFile(
        file,
        good.replace(JSON.stringify(BUILD), '"echo broken on purpose && exit 3"'),
      )
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const { code, stderr, stdout } = await run(process.execPath, [
          at('packages/tooling/build.mjs'),
        ]).catch((error) => error)
        assert.equal(code, 1)
        assert.match(stderr, /broken on purpose/)
        assert.deepEqual(builtIn(stdout), [])
      }
      await writeFile(file, good)
      await expectBuilt(['middle'])
    },
  )
}

function builtIn(output) {
  return [...output.matchAll(/^@a\/(\w+): [\d.]+ s$/gm)].map(([, name]) => name).sort()
}

async function installs(root) {
  const at = (file) => path.join(root, file)
  const calls = at('calls')
  await mkdir(at('bin'))
  await writeFile(calls, '')
  // Installs as pnpm does, as far as can be seen from outside.
  await writeFile(
    at('bin/npx'),
    `#!/bin/sh
echo "$@" >> calls
if [ -e refuse ]; then exit 7; fi
mkdir -p node_modules/.pnpm && cp pnpm-lock.yaml node_modules/.pnpm/lock.yaml
for folder in packages/*/; do mkdir -p "$folder/node_modules"; done\n`,
    { mode: 0o755 },
  )
  const env = { ...process.env, PATH: `${at('bin')}${path.delimiter}${process.env.PATH}` }
  const setUp = (...args) =>
    run(process.execPath, [at('packages/tooling/setup.mjs'), ...args], { env })
  const installsNow = async (...args) => {
    await writeFile(calls, '')
    await setUp(...args)
    return (await readFile(calls, 'utf8')) !== ''
  }
  await report.step(
    'installs what one package needs, and then no more, then the rest',
    async () => {
      assert.equal(await installsNow('examples/app'), true)
      const one = '--filter . --filter {examples/app}...'
      assert.equal(
        await readFile(calls, 'utf8'),
        `--yes pnpm@1.2.3 install --frozen-lockfile ${one}\n`,
      )
      assert.equal(await installsNow('examples/app'), false)
      assert.equal(await installsNow(), true)
      assert.equal(await installsNow('examples/app'), false)
      await rm(at('.cache'), { recursive: true })
      await rm(at('node_modules'), { recursive: true })
    },
  )
  const changes = {
    'nothing is installed yet': () => {},
    'the lockfile changed': () => writeFile(at('pnpm-lock.yaml'), 'lockfile: 2\n'),
    'a manifest changed': () => writeFile(at('examples/app/package.json'), '{"name":"@a/app"}'),
    'another lockfile was installed by hand': () =>
      writeFile(at('node_modules/.pnpm/lock.yaml'), 'lockfile: 1\n'),
    'node_modules were deleted': () => rm(at('node_modules'), { recursive: true }),
    'those of one package were deleted': () =>
      rm(at('packages/roof/node_modules'), { recursive: true }),
  }
  for (const [name, change] of Object.entries(changes)) {
    await report.step(`installs when ${name}, and then no more`, async () => {
      await change()
      assert.equal(await installsNow(), true)
      assert.equal(await readFile(calls, 'utf8'), '--yes pnpm@1.2.3 install --frozen-lockfile\n')
      assert.equal(await installsNow(), false)
    })
  }
  await report.step('an install that fails ends with its code, and is tried again', async () => {
    await writeFile(at('refuse'), '')
    await writeFile(at('pnpm-lock.yaml'), 'lockfile: 3\n')
    for (let attempt = 0; attempt < 2; attempt += 1) {
      assert.equal(
        await setUp().then(
          () => 0,
          ({ code }) => code,
        ),
        7,
      )
    }
    await rm(at('refuse'))
    assert.equal(await installsNow(), true)
  })
}
