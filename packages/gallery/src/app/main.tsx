import { render } from 'preact'
import { loadEarly } from './listing/listing.ts'
import { startTalking } from './picker/talk.ts'
import { facts } from './session/facts.ts'
import { offeredKey } from './session/key.ts'
import { startSession } from './session/session.ts'
import { App } from './shell/app.tsx'
import { setLanguage } from './words/language.ts'
import './style/tokens.css'
import './style/base.css'
import './style/controls.css'
import './style/forced-colors.css'

const offered = offeredKey()
void startSession(offered)
// With an offered key that is not accepted yet, the page does not know whose files to show.
if (offered === null) loadEarly()
await setLanguage(...(facts.language === null ? [] : [facts.language]), ...navigator.languages)
startTalking()
const root = document.querySelector('#app')
if (root !== null) render(<App />, root)
