import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { putFolder } from '../listing/folders.ts'
import { client } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'
import { Button } from '../widgets/button.tsx'
import { TextInput } from '../widgets/text-input.tsx'
import { t } from '../words/words.ts'

/** Creates a folder inside the chosen one. */
export function NewFolder({
  parentId,
  onMade,
}: {
  parentId: string | null
  onMade: (id: string) => void
}): JSX.Element {
  const name = useSignal('')
  const made = useSignal(0)
  const problem = useSignal<string | null>(null)
  const make = async (event: Event): Promise<void> => {
    event.preventDefault()
    try {
      const folder = await client().folders.create({ name: name.value, parent_id: parentId })
      await putFolder(folder)
      name.value = ''
      made.value += 1
      problem.value = null
      onMade(folder.id)
    } catch (error) {
      problem.value = reasonOf(error)
    }
  }
  return (
    <form class="new-folder" onSubmit={make}>
      <TextInput
        field="new-folder-name"
        aria-label={t('actions.newFolder')}
        placeholder={t('actions.newFolder')}
        value={name.value}
        version={made.value}
        onType={(text) => (name.value = text)}
      />
      <Button type="submit" icon="folder-plus" disabled={name.value.trim() === ''}>
        {t('common.create')}
      </Button>
      <p class="problem" role="alert">
        {problem}
      </p>
    </form>
  )
}
