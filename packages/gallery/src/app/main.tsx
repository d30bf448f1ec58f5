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
// With a key that is not taken yet it is not known whose files to show.
if (offered === null) loadEarly()
await setLanguage(...(facts.language === null ? [] : [facts.language]), ...navigator.languages)
startTalking()
const root = document.querySelector('#app')
if (root !== null) render(<App />, root)
