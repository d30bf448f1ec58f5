import { chromium } from 'playwright-core'
import { installedProgram } from './installed-program.mjs'

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
  const executablePath = installedProgram(NAMES, 'chromium')
  return executablePath && { executablePath, headless: true, args: QUIET }
}
