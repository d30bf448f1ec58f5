import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { folders } from '../listing/folders.ts'
import { Button } from '../widgets/button.tsx'
import { Dialog } from '../widgets/dialog.tsx'
import { Icon } from '../widgets/icon.tsx'
import { TextInput } from '../widgets/text-input.tsx'
import { t } from '../words/words.ts'
import { NewFolder } from './new-folder.tsx'

/** How many folders are listed; the others are found by typing. */
const SHOWN = 200

/** Asks for a folder: an existing one, a new one, or none. */
export function FolderDialog({
  title,
  onChoose,
  onClose,
}: {
  title: string
  onChoose: (id: string | null) => void
  onClose: () => void
}): JSX.Element {
  const search = useSignal('')
  const chosen = useSignal<string | null>(null)
  const words = search.value.toLowerCase().trim()
  const found = (folders.value ?? [])
    .map(({ id, attributes }) => ({ id, path: attributes.path }))
    .filter(({ path }) => path.join(' / ').toLowerCase().includes(words))
    .sort((one, other) => one.path.join('\n').localeCompare(other.path.join('\n')))
  return (
    <Dialog
      name="move"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" onClick={() => onChoose(chosen.value)}>
            {t('actions.move')}
          </Button>
        </>
      }
    >
      <TextInput
        field="folder-search"
        type="search"
        aria-label={t('actions.findFolder')}
        placeholder={t('actions.findFolder')}
        value={search.value}
        onType={(text) => (search.value = text)}
      />
      <div class="folder-choices" role="radiogroup" aria-label={t('actions.folders')}>
        <FolderChoice
          path={[]}
          checked={chosen.value === null}
          onCheck={() => (chosen.value = null)}
        />
        {found.slice(0, SHOWN).map(({ id, path }) => (
          <FolderChoice
            key={id}
            path={path}
            checked={chosen.value === id}
            onCheck={() => (chosen.value = id)}
          />
        ))}
        {found.length > SHOWN && (
          <p class="quiet">{t('actions.moreFolders', { count: found.length - SHOWN })}</p>
        )}
      </div>
      <NewFolder parentId={chosen.value} onMade={(id) => (chosen.value = id)} />
    </Dialog>
  )
}

function FolderChoice(props: {
  path: readonly string[]
  checked: boolean
  onCheck: () => void
}): JSX.Element {
  const { path, checked, onCheck } = props
  return (
    <label
      class="folder-choice"
      style={{ paddingInlineStart: `${8 + 16 * Math.max(0, path.length - 1)}px` }}
    >
      <input type="radio" name="folder" checked={checked} onChange={onCheck} />
      <Icon name={path.length === 0 ? 'files' : 'folder'} size={18} />
      <span>{path.at(-1) ?? t('actions.noFolder')}</span>
    </label>
  )
}
