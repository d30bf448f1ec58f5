import { useSignal } from '@preact/signals'
import { normalizeProps, useMachine } from '@zag-js/preact'
import * as tree from '@zag-js/tree-view'
import type { JSX } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { type FolderNode, folderById, folderTree } from '../listing/folders.ts'
import { goTo, place, placeFor } from '../place/place.ts'
import { Icon } from '../widgets/icon.tsx'
import { formatNumber } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { dropHandlers } from './drop-target.ts'

type TreeApi = ReturnType<typeof tree.connect>

/** All folders. Each takes files that are dragged to it. `onChoose` is called when one is chosen. */
export function FolderTree({ onChoose }: { onChoose?: (() => void) | undefined }): JSX.Element {
  const expanded = useSignal<string[]>([])
  const { folder, view } = place.value
  const open = view === 'files' && typeof folder === 'string' ? folder : undefined
  const tops = folderTree.value
  // The way to the folder that one is in.
  useEffect(() => {
    const way = open === undefined ? [] : idsAbove(open)
    expanded.value = [...new Set([...expanded.peek(), ...way])]
  }, [open, tops, expanded])
  const service = useMachine(tree.machine, {
    id: useId(),
    collection: tree.collection<Pick<FolderNode, 'id' | 'name' | 'children'>>({
      nodeToValue: ({ id }) => id,
      nodeToString: ({ name }) => name,
      rootNode: { id: '', name: '', children: tops },
    }),
    expandOnClick: false,
    expandedValue: expanded.value,
    selectedValue: open === undefined ? [] : [open],
    onExpandedChange: ({ expandedValue }) => {
      expanded.value = expandedValue
    },
    onSelectionChange: ({ selectedValue: [id] }) => {
      if (id === undefined) return
      goTo(placeFor({ folder: id }))
      onChoose?.()
    },
  })
  const api = tree.connect(service, normalizeProps)
  return (
    <div {...api.getRootProps()} class="folder-tree">
      <ul {...api.getTreeProps()} aria-labelledby={undefined} aria-label={t('folders.label')}>
        {tops.map((node, index) => (
          <Branch key={node.id} api={api} node={node} indexPath={[index]} />
        ))}
      </ul>
    </div>
  )
}

function Branch(props: { api: TreeApi; node: FolderNode; indexPath: number[] }): JSX.Element {
  const { api, node, indexPath } = props
  const of = { node, indexPath }
  const face = (
    <>
      <Icon name="folder" size={18} />
      <span class="folder-name">{node.name}</span>
      {node.assets > 0 && <span class="count">{formatNumber(node.assets)}</span>}
    </>
  )
  const depth = { '--depth': indexPath.length - 1 }
  if (node.children.length === 0) {
    return (
      <li
        {...api.getItemProps(of)}
        {...dropHandlers(node.id)}
        class="folder-row nav-item"
        style={depth}
        data-folder-id={node.id}
      >
        <span class="folder-toggle" />
        {face}
      </li>
    )
  }
  const { expanded } = api.getNodeState(of)
  return (
    <li {...api.getBranchProps(of)}>
      <div
        {...api.getBranchControlProps(of)}
        {...dropHandlers(node.id)}
        class="folder-row nav-item"
        style={depth}
        data-folder-id={node.id}
      >
        {/* For pointers: the tree itself says what is open, and keys open it. */}
        <span
          {...api.getBranchTriggerProps(of)}
          class="folder-toggle"
          role="presentation"
          aria-hidden="true"
        >
          <Icon name={expanded ? 'down' : 'right'} size={14} />
        </span>
        {face}
      </div>
      {expanded && (
        <ul {...api.getBranchContentProps(of)}>
          {node.children.map((child, index) => (
            <Branch key={child.id} api={api} node={child} indexPath={[...indexPath, index]} />
          ))}
        </ul>
      )}
    </li>
  )
}

function idsAbove(id: string): readonly string[] {
  const parent = folderById(id)?.attributes.parent_id ?? null
  return parent === null ? [] : [...idsAbove(parent), parent]
}
