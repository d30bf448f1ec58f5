import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The licences of the packages that these files come from, as comments. */
export function licences(files) {
  const folders = files.map(
    (file) => /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file)?.[0],
  )
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(path.join(folder, 'package.json'), 'utf8'),
      )
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
      const text = file ? readFileSync(path.join(folder, file), 'utf8') : license
      return `/*! ${name} ${version}\n\n${text.replaceAll('*/', '* /').trim()}\n*/\n`
    })
    .join('')
}
