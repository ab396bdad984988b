import { Button } from '@mantine/core';
import type { NodeId } from '@storeward/contract/nodes';
import { useEffect, useRef } from 'react';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Permit } from '../ui/permit.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useBelow, useNarrow } from '../ui/viewport.ts';
import { FoundNodeList } from './found-node-list.tsx';
import { moveAmongFound } from './found-keys.ts';
import classes from './hierarchy-page.module.css';
import { HierarchyQuery, importAddress, nodeCreateAddress } from './node-address.ts';
import { NodeLevel } from './node-level.tsx';
import { NodePanel } from './node-panel.tsx';
import { NodeTree } from './node-tree.tsx';

/** The structure of the reader's own area: the tree or what a search of it found, and the chosen place beside it. */
export function HierarchyPage() {
  const t = useT();
  const root = useSession().user?.rootNodeId;
  if (root) return <Hierarchy root={root} />;
  return (
    <div className={classes.page}>
      <PageHeader title={t('nodes.title')} />
      <EmptyState title={t('nodes.none.title')} text={t('nodes.none.text')} />
    </div>
  );
}

function Hierarchy({ root }: { root: NodeId }) {
  const t = useT();
  const narrow = useNarrow();
  const oneSide = useBelow(1024);
  const [{ node, search = '', page = 0, size = 25 }, setQuery] = useUrlQuery(HierarchyQuery);
  const selected = node ?? root;
  const shown = search ? 'found' : oneSide && node && !narrow ? 'panel' : 'places';
  const left = useRef<HTMLElement>(null);
  const panel = useRef<HTMLElement>(null);
  useFocusCarried(shown, left, panel);

  const choose = (id: NodeId) =>
    setQuery({ node: id === root && narrow ? undefined : id, search: undefined, page: undefined });
  const toTop = () => setQuery({ node: undefined });

  return (
    <div className={classes.page}>
      {narrow && node && node !== root ? (
        <h1 className="visually-hidden">{t('nodes.title')}</h1>
      ) : (
        <PageHeader title={t('nodes.title')} actions={<Actions parent={selected} />} />
      )}
      <div className={classes.split}>
        {shown !== 'panel' && (
          <section ref={left} className={classes.left} aria-label={t('nodes.tree.label')} onKeyDown={moveAmongFound}>
            <div className={classes.search}>
              <SearchField
                value={search}
                onSearch={(words) => setQuery({ search: words, page: undefined }, { replace: search !== '' })}
                label={t('nodes.search.label')}
                clearLabel={t('ui.search.clear')}
              />
            </div>
            {search && <FoundNodeList search={search} page={page} size={size} onChange={setQuery} />}
            {!search && narrow && <NodeLevel id={selected} root={root} onSelect={choose} />}
            {!search && !narrow && <NodeTree root={root} selected={selected} onSelect={choose} />}
          </section>
        )}
        {(!oneSide || shown === 'panel') && (
          <section ref={panel} className={classes.right} tabIndex={-1} aria-label={t('nodes.panel.label')}>
            {oneSide && (
              <Button
                variant="subtle"
                className={classes.back ?? ''}
                leftSection={<Icon name="chevron-left" size={16} />}
                onClick={toTop}
              >
                {t('nodes.panel.back')}
              </Button>
            )}
            <NodePanel id={selected} root={root} onTop={toTop} />
          </section>
        )}
      </div>
    </div>
  );
}

/** Leads to files of places, and to the form for a new one, which is to stand below the chosen one where it can. */
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

type Shown = 'found' | 'panel' | 'places';

/** Keeps the focus in the page when the part that held it makes way for another. */
function useFocusCarried(shown: Shown, left: { current: HTMLElement | null }, panel: { current: HTMLElement | null }) {
  const before = useRef(shown);
  useEffect(() => {
    const changed = before.current !== shown;
    before.current = shown;
    if (!changed || (document.activeElement && document.activeElement !== document.body)) return;
    if (shown === 'panel') panel.current?.focus();
    else left.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
  }, [shown, left, panel]);
}
