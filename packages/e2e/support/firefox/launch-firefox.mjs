import puppeteer from 'puppeteer-core'
import { installedProgram } from '../installed-program.mjs'

/** A headless Firefox, driven by WebDriver BiDi; `undefined` when there is none and none can be installed. */
export async function launchFirefox() {
  const executablePath = installedProgram(['firefox-esr', 'firefox'], 'firefox-esr')
  return executablePath && puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
}
