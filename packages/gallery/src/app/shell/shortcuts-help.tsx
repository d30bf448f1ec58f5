import type { JSX } from 'preact'
import { Dialog } from '../widgets/dialog.tsx'
import { isDialogOpen, openDialog } from '../widgets/dialogs.tsx'
import { coarse } from '../widgets/viewport.ts'
import { t } from '../words/words.ts'

/** Shows the keyboard shortcuts. */
export function showShortcuts(): void {
  if (coarse.value || isDialogOpen()) return
  void openDialog(({ close }) => <ShortcutsHelp onClose={close} />)
}

const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

function ShortcutsHelp({ onClose }: { onClose: () => void }): JSX.Element {
  const keys: readonly (readonly [keys: readonly string[], text: string])[] = [
    [['/'], t('shortcuts.search')],
    [['←', '→', '↑', '↓'], t('shortcuts.move')],
    [['↵'], t('shortcuts.open')],
    [['Space'], t('shortcuts.preview')],
    [['x'], t('shortcuts.select')],
    [['⇧', '↑ ↓'], t('shortcuts.selectRange')],
    [[COMMAND, 'A'], t('shortcuts.selectAll')],
    [['Esc'], t('shortcuts.escape')],
    [['u'], t('shortcuts.upload')],
    [['f'], t('shortcuts.favourite')],
    [['m'], t('shortcuts.moveFiles')],
    [['t'], t('shortcuts.tags')],
    [['#'], t('shortcuts.trash')],
    [[COMMAND, 'Z'], t('shortcuts.undo')],
    [['g'], t('shortcuts.layout')],
    [['?'], t('shortcuts.title')],
  ]
  return (
    <Dialog name="shortcuts" title={t('shortcuts.title')} wide onClose={onClose}>
      <dl class="shortcuts">
        {keys.map(([names, text]) => (
          <div key={text}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
