import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Milliseconds for anything that a person waits for. Nothing is late because the machine does other work as well. */
export const LONGEST = 300_000

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

/**
 * A tab of a person: what the page threw, what the Content-Security-Policy stopped, and which scripts of assets ran,
 * are kept. `dark` and `touch` as the system says. `says`: what the person answers when the browser asks.
 */
export async function openTab(
  browser,
  { size = DESKTOP, dark = false, touch = false, locale = 'en-GB', says = 'yes' } = {},
) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    isMobile: touch,
    locale,
    reducedMotion: 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  page.setDefaultTimeout(LONGEST)
  const seen = { errors: [], violations: [], hits: [], dialogs: [], offSite: [] }
  await page.exposeBinding('hit', (_, what) => seen.hits.push(what))
  await page.exposeBinding('violated', (_, what) => seen.violations.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      window.violated(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  page.on('pageerror', (error) => seen.errors.push(error.stack ?? String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') seen.errors.push(message.text())
  })
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message())
    // One whose page is left goes with it.
    const answer = says === 'yes' ? dialog.accept() : dialog.dismiss()
    answer.catch((error) => seen.errors.push(String(error)))
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== '127.0.0.1') seen.offSite.push(request.url())
  })
  return { page, seen, close: () => context.close() }
}

/** What axe finds that is serious or critical, one line each. `rules`: these alone. */
export async function axeFindings(page, rules) {
  // By the debugger, as the page's own policy lets no script in.
  const isThere = await page.evaluate(() => window.axe !== undefined)
  if (!isThere) await page.evaluate(await readFile(AXE, 'utf8'))
  const { violations } = await page.evaluate(
    (only) =>
      window.axe.run(document, {
        resultTypes: ['violations'],
        ...(only && { runOnly: { type: 'rule', values: only } }),
      }),
    rules,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(
            ({ target, failureSummary }) => `${target} (${failureSummary?.split('\n')[1]?.trim()})`,
          )
          .slice(0, 4)
          .join(', ')}`,
    )
}

export function expectEqual(found, wanted) {
  if (found === wanted) return
  throw new Error(`found ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}`)
}

/** Asks again until it is so. */
export async function until(isSo) {
  const end = AbortSignal.timeout(LONGEST)
  while (!(await isSo())) {
    end.throwIfAborted()
    await setTimeout(50)
  }
}

/** The tile or row of a file, by its name. */
export function fileNamed(page, name) {
  return page.locator('.files [data-index]').filter({ has: page.getByRole('link', { name }) })
}

/** Ticks a file; the tick shows when the pointer is over it. */
export async function select(page, name) {
  const file = fileNamed(page, name)
  await file.hover()
  await file.getByRole('checkbox').click()
}

/** Searches by the keyboard: what is typed before the field has the focus would be keys of the page. */
export async function search(page, text) {
  await page.keyboard.press('/')
  await until(() => page.evaluate(() => document.activeElement?.matches('input[type="search"]')))
  await page.keyboard.type(text)
}

/** What the page threw or was refused, which it must not be. */
export function checkQuiet(report, what, { seen }) {
  // Before it takes a key the page asks whether the app itself has signed the person in.
  const errors = seen.errors.filter((error) => !/\b401\b/.test(error))
  const wrong = [...errors, ...seen.violations, ...seen.offSite]
  report.check(
    `${what}: no error, no violation of the policy, no other host`,
    wrong.length === 0,
    wrong.join('; '),
  )
}
