import { execFileSync } from 'node:child_process'
import puppeteer from 'puppeteer-core'

const NAMES = ['firefox-esr', 'firefox']

/** A headless Firefox, driven by WebDriver BiDi; `undefined` when there is none and none can be installed. */
export async function launchFirefox() {
  const executablePath = find() ?? (installed() ? find() : undefined)
  return executablePath && puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
}

function find() {
  for (const name of NAMES) {
    const path = output('which', name)?.trim()
    if (path) return path
  }
}

/** On Debian, when we may. */
function installed() {
  if (process.getuid?.() !== 0) return false
  return (
    output('apt-get', 'install', '--yes', '--no-install-recommends', 'firefox-esr') !== undefined
  )
}

function output(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
