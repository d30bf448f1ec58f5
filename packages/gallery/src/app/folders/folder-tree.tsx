import { useSignal } from '@preact/signals'
import { normalizeProps, useMachine } from '@zag-js/preact'
import * as tree from '@zag-js/tree-view'
import type { JSX, TargetedKeyboardEvent } from 'preact'
import { useEffect, useId } from 'preact/hooks'
import { type FolderNode, folderById, folderTree } from '../listing/folders.ts'
import { goTo, place, placeFor } from '../place/place.ts'
import { Icon } from '../widgets/icon.tsx'
import { formatNumber } from '../words/formats.ts'
import { t } from '../words/words.ts'
import { dropHandlers } from './drop-target.ts'
import { shownFolders } from './shown-folders.ts'

type TreeApi = ReturnType<typeof tree.connect>

/** All folders. Files can be dropped on each. `onChoose` is called when one is chosen. */
export function FolderTree({ onChoose }: { onChoose?: (() => void) | undefined }): JSX.Element {
  const expanded = useSignal<string[]>([])
  const { folder, view } = place.value
  const open = view === 'files' && typeof folder === 'string' ? folder : undefined
  const all = folderTree.value
  const way = open === undefined ? [] : [...idsAbove(open), open]
  const top = drawn(all, null, way)
  // Expands the folders above the open one.
  useEffect(() => {
    const above = open === undefined ? [] : idsAbove(open)
    expanded.value = [...new Set([...expanded.peek(), ...above])]
  }, [open, all, expanded])
  const service = useMachine(tree.machine, {
    id: useId(),
    collection: tree.collection<Pick<DrawnFolder, 'id' | 'name' | 'children'>>({
      nodeToValue: ({ id }) => id,
      nodeToString: ({ name }) => name,
      rootNode: { id: '', name: '', children: top.shown },
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
      <ul
        {...withoutLetters(api.getTreeProps())}
        aria-labelledby={undefined}
        aria-label={t('folders.label')}
      >
        {top.shown.map((node, index) => (
          <Branch key={node.id} api={api} node={node} indexPath={[index]} />
        ))}
        <More {...top} />
      </ul>
    </div>
  )
}

/** A folder with those of its children that are drawn. */
interface DrawnFolder extends Omit<FolderNode, 'children'> {
  readonly children: readonly DrawnFolder[]
  readonly hidden: number
  readonly showMore: () => void
}

/**
 * Keys of the tree lead only to what is drawn, so the library learns of no other folder. `way`: the folders down to the
 * open one.
 */
function drawn(all: readonly FolderNode[], parent: string | null, way: readonly string[]) {
  const open = way.find((id) => folderById(id)?.attributes.parent_id === parent)
  const { shown, hidden, showMore } = shownFolders(all, { where: 'tree', parent, open })
  const nodes = shown.map((node): DrawnFolder => {
    const below = drawn(node.children, node.id, way)
    return { ...node, children: below.shown, hidden: below.hidden, showMore: below.showMore }
  })
  return { shown: nodes, hidden, showMore }
}

/**
 * The library would use every letter to find a folder. But letters are the page's shortcuts, wherever the person
 * clicked.
 */
function withoutLetters(props: ReturnType<TreeApi['getTreeProps']>) {
  const { onKeyDown } = props
  return {
    ...props,
    onKeyDown: (event: TargetedKeyboardEvent<HTMLUListElement>): void => {
      if (event.key.length > 1 || event.key === ' ') onKeyDown?.(event)
    },
  }
}

function More({ hidden, showMore }: { hidden: number; showMore: () => void }): JSX.Element | null {
  if (hidden === 0) return null
  return (
    <li role="none">
      <button type="button" class="nav-item folder-more" onClick={showMore}>
        {t('folders.more', { count: hidden })}
      </button>
    </li>
  )
}

function Branch(props: { api: TreeApi; node: DrawnFolder; indexPath: number[] }): JSX.Element {
  const { api, node, indexPath } = props
  const of = { node, indexPath }
  const face = (
    <>
      <Icon name="folder" size={18} />
      <span class="folder-name">{node.name}</span>
      {node.allAssets > 0 && <span class="count">{formatNumber(node.allAssets)}</span>}
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
          <More {...node} />
        </ul>
      )}
    </li>
  )
}

function idsAbove(id: string): readonly string[] {
  const parent = folderById(id)?.attributes.parent_id ?? null
  return parent === null ? [] : [...idsAbove(parent), parent]
}
