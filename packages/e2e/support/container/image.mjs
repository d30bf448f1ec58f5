import { execFileSync } from 'node:child_process'
import { cp, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { stagesOf } from './dockerfile.mjs'
import { makeRoot, runIn } from './sandbox.mjs'

/**
 * Builds what a Dockerfile describes, line by line, in `directory`. Its base images are this machine's Node and libraries.
 * `withBuilds`: what `context` has built already comes along, so that only what is not up to date is built anew.
 * Resolves to what a container starts from: `{ root, env, user, volumes, command, healthcheck }`.
 */
export async function buildImage(dockerfile, { context, directory, log, withBuilds }) {
  const roots = new Map()
  let image
  for (const [index, { name, steps }] of stagesOf(dockerfile).entries()) {
    const root = await makeRoot(path.join(directory, `stage-${index}`))
    roots.set(name, root)
    image = { root, env: {}, cwd: '/', user: undefined, volumes: [] }
    for (const step of steps) {
      await STEPS[step.word](image, step, { roots, context, log, withBuilds })
    }
  }
  return image
}

const STEPS = {
  async WORKDIR(image, { text }) {
    image.cwd = text
    await mkdir(path.join(image.root, text), { recursive: true })
  },
  async COPY(image, { text, flags }, { roots, context, withBuilds }) {
    const [from, to] = text.split(' ')
    const target = path.join(image.root, path.resolve(image.cwd, to))
    if (flags.from === undefined) {
      await copyTracked(path.join(context, from), target)
      if (withBuilds) await copyBuilds(path.join(context, from), target)
      return
    }
    await cp(path.join(roots.get(flags.from), from), target, {
      recursive: true,
      verbatimSymlinks: true,
    })
  },
  async RUN(image, { text }, { log }) {
    log(text)
    // The settings and caches of npm and pnpm are this machine's, so nothing is fetched or compiled anew.
    const home = process.env.HOME ?? '/root'
    const store = { npm_config_store_dir: '/root/.local/share/pnpm/store' }
    const { code, output } = await runIn(image.root, ['sh', '-c', text], {
      cwd: image.cwd,
      env: { ...process.env, ...store, HOME: '/root', ...image.env },
      volumes: { '/root': home },
    })
    if (code !== 0) throw new Error(`RUN ${text} ended with ${code}:\n${output.slice(-4_000)}`)
  },
  ENV(image, { text }) {
    for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) {
      image.env[name] = value.replaceAll('$PATH', IMAGE_PATH)
    }
  },
  USER(image, { text }) {
    image.user = text
  },
  VOLUME(image, { text }) {
    image.volumes.push(text)
  },
  EXPOSE(image, { text }) {
    image.port = Number(text)
  },
  HEALTHCHECK(image, { text }) {
    image.healthcheck = JSON.parse(text.replace(/^CMD /, ''))
  },
  CMD(image, { text }) {
    image.command = JSON.parse(text)
  },
}

const IMAGE_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** What git knows, or would know: what is installed and built does not go into an image. */
async function copyTracked(from, to) {
  const files = execFileSync(
    'git',
    ['-C', from, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 },
  )
  for (const file of new Set(files.split('\0').filter(Boolean))) {
    await cp(path.join(from, file), path.join(to, file)).catch(ignoreDeleted)
  }
}

/** Of each package: what was built, and the record of what it was built from. */
async function copyBuilds(from, to) {
  for (const name of await readdir(path.join(from, 'packages'))) {
    for (const folder of ['dist', '.cache']) {
      const built = path.join('packages', name, folder)
      await cp(path.join(from, built), path.join(to, built), { recursive: true }).catch(
        ignoreDeleted,
      )
    }
  }
}

function ignoreDeleted(error) {
  if (error.code !== 'ENOENT') throw error
}
