import { Box, Button, Flex } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { useEffect, useRef } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { useScreenNode } from '../../platform/screen-node.ts';
import { useUrlQuery } from '../../platform/api/url-query.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/page/link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Permit } from '../../ui/page/permit.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useNarrowerThan, useNarrow } from '../../ui/page/viewport.ts';
import { NodeSearchResults } from './node-search-results.tsx';
import { moveFocusWithArrows } from './result-keys.ts';
import classes from './hierarchy-page.module.css';
import { HierarchyQuery, importAddress, nodeCreateAddress } from '../node-address.ts';
import { NodeLevel } from './node-level.tsx';
import { NodePanel } from './node-panel.tsx';
import { NodeTree } from './node-tree.tsx';

/** The hierarchy page: the tree or the search results, with the selected node beside it. */
export function HierarchyPage() {
  const t = useT();
  const root = useScreenNode();
  if (root) return <Hierarchy root={root} />;
  return (
    <Flex direction="column" h="100%" mih={0}>
      <PageHeader title={t('nodes.title')} />
      <EmptyState title={t('nodes.noRoot.title')} text={t('nodes.noRoot.text')} />
    </Flex>
  );
}

function Hierarchy({ root }: { root: NodeId }) {
  const t = useT();
  const isNarrow = useNarrow();
  const isSinglePane = useNarrowerThan(1024);
  const [{ node, search = '', page = 0, size = 25 }, setQuery] = useUrlQuery(HierarchyQuery);
  const selected = node ?? root;
  const view = search ? 'results' : isSinglePane && node && !isNarrow ? 'panel' : 'tree';
  const left = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  useFocusOnViewChange(view, left, panel);

  const selectNode = (id: NodeId) =>
    setQuery({ node: id === root && isNarrow ? undefined : id, search: undefined, page: undefined });
  const goToRoot = () => setQuery({ node: undefined });

  return (
    <Flex direction="column" h="100%" mih={0}>
      {isNarrow && node && node !== root ? (
        <h1 className="visually-hidden">{t('nodes.title')}</h1>
      ) : (
        <PageHeader title={t('nodes.title')} actions={<Actions parent={selected} />} />
      )}
      <div className={classes.split}>
        {view !== 'panel' && (
          <section
            ref={left}
            className={classes.left}
            aria-label={t('nodes.tree.label')}
            onKeyDown={moveFocusWithArrows}
          >
            <Box className={classes.search} flex="none" py="sm">
              <SearchField
                value={search}
                onSearch={(text) => setQuery({ search: text, page: undefined }, { replace: search !== '' })}
                label={t('nodes.search.label')}
                clearLabel={t('ui.search.clear')}
              />
            </Box>
            {search && <NodeSearchResults search={search} page={page} size={size} onChange={setQuery} />}
            {!search && isNarrow && <NodeLevel id={selected} root={root} onSelect={selectNode} />}
            {!search && !isNarrow && <NodeTree root={root} selected={selected} onSelect={selectNode} />}
          </section>
        )}
        {(!isSinglePane || view === 'panel') && (
          <section ref={panel} className={classes.right} tabIndex={-1} aria-label={t('nodes.panel.label')}>
            {isSinglePane && (
              <Button
                variant="subtle"
                mx="sm"
                mt="xs"
                leftSection={<Icon name="chevron-left" size={16} />}
                onClick={goToRoot}
              >
                {t('nodes.panel.back')}
              </Button>
            )}
            <NodePanel id={selected} root={root} onGoToRoot={goToRoot} />
          </section>
        )}
      </div>
    </Flex>
  );
}

/** Links to the import and to the form that creates a node, below the selected node if possible. */
function Actions({ parent }: { parent: NodeId }) {
  const t = useT();
  return (
    <>
      <Permit any={['CREATE_NODE', 'EDIT_NODE']}>
        <Button component={Link} href={importAddress} variant="default" leftSection={<Icon name="upload" size={16} />}>
          {t('nodes.action.import')}
        </Button>
      </Permit>
      <Permit any={['CREATE_NODE']}>
        <Button component={Link} href={nodeCreateAddress(parent)} leftSection={<Icon name="plus" size={16} />}>
          {t('nodes.action.create')}
        </Button>
      </Permit>
    </>
  );
}

type View = 'results' | 'panel' | 'tree';

/** Moves the focus to the new view if the element that had it was removed. */
function useFocusOnViewChange(
  view: View,
  left: { current: HTMLElement | null },
  panel: { current: HTMLElement | null },
) {
  const previousView = useRef(view);
  useEffect(() => {
    const changed = previousView.current !== view;
    previousView.current = view;
    if (!changed || (document.activeElement && document.activeElement !== document.body)) return;
    if (view === 'panel') panel.current?.focus();
    else left.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
  }, [view, left, panel]);
}
