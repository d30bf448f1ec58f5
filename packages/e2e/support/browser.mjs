import { execFileSync } from 'node:child_process'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A headless Chromium with a fresh profile in `directory`; `undefined` when there is none and none can be installed. */
export async function openBrowser(directory) {
  const options = launchOptions()
  return options && chromium.launchPersistentContext(directory, options)
}

/** A headless Chromium whose contexts may differ in size, colours and the like; `undefined` as above. */
export async function launchBrowser() {
  const options = launchOptions()
  return options && chromium.launch(options)
}

function launchOptions() {
  const executablePath = find() ?? (installed() ? find() : undefined)
  return executablePath && { executablePath, headless: true, args: QUIET }
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
  return output('apt-get', 'install', '--yes', '--no-install-recommends', 'chromium') !== undefined
}

function output(command, ...args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return undefined
  }
}
