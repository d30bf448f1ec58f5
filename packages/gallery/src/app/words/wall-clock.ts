import { language } from './language.ts'
import { remember } from './words.ts'

const format = remember(
  (tag) =>
    new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
)

/** The date and time that a clock on the wall showed, wherever that was: `2024-05-01T18:30:00+02:00` at half past six. */
export function formatWallClock(text: string): string {
  const [, local] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?)/.exec(text) ?? []
  const time = new Date(`${local ?? ''}Z`)
  return Number.isNaN(time.getTime()) ? text : format(language.value.tag).format(time)
}
