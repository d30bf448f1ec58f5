import { writeFile } from 'node:fs/promises'
import path from 'node:path'

const FAMILIES = { Geist: 'Geist', 'Geist+Mono': 'Geist Mono' }

/** What Next.js takes for the answers of Google's fonts, which the template uses: a build then needs no network. */
export async function mockedFonts(app) {
  const answers = Object.entries(FAMILIES).map(([family, name]) => [
    `https://fonts.googleapis.com/css2?family=${family}:wght@100..900&display=swap`,
    `@font-face { font-family: '${name}'; font-style: normal; font-weight: 100 900; src: local('sans-serif') }`,
  ])
  const file = path.join(app, 'mocked-fonts.cjs')
  await writeFile(file, `module.exports = ${JSON.stringify(Object.fromEntries(answers))}\n`)
  return file
}
