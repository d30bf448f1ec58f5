// Loaded into a command (`--import`): leaves the most memory that it had, in bytes, in the file PEAK_FILE.
import { writeFileSync } from 'node:fs'

process.once('exit', () => {
  // In kilobytes on every system but old ones.
  writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS * 1024))
})
