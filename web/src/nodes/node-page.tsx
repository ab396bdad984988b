import type { Node, NodeId } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { useChosenTab } from '../screens/chosen-tab.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageTabs, type PageTab } from '../ui/page-tabs.tsx';
import { Page, PageAlert, PageBody, PageFacts } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { Tag } from '../ui/tag.tsx';
import { ChildNodeList } from './child-node-list.tsx';
import { NodeActions } from './node-actions.tsx';
import { hierarchyAddress, nodeViewAddress } from './node-address.ts';
import { NodeDetails } from './node-details.tsx';
import { NodeForm } from './node-form.tsx';
import { NodeFigures } from './node-panel.tsx';
import { oneNode } from './queries.ts';

type Mode = 'view' | 'edit';

type Props = {
  id: string;
  mode: Mode;
  /** What else belongs below the details. */
  further?: (node: Node) => ReactNode;
  /** The further subjects of the page, each with a tab of its own. */
  areas: (node: Node) => readonly PageTab[];
};

/** One place by itself, to be read or to be changed; further subjects of the page are handed in. */
export function NodePage({ id, mode, further, areas }: Props) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...oneNode(id as NodeId),
    meta: drawnHere,
  });
  // A form starts from what is stored now, not from what was looked at a while ago.
  const node = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const waiting = useDelayed(!node && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.nodeView' : 'app.title.nodeEdit');
    if (node) document.title = `${node.name} · ${screen}`;
  }, [node, mode, t]);

  if (node) return <OneNode node={node} mode={mode} further={further?.(node)} areas={areas(node)} />;
  if (!error) return <Page>{waiting && <FormSkeleton sections={3} />}</Page>;
  const code = error instanceof ApiError ? error.code : 'unknown';
  return (
    <Page>
      <PageHeader title={t('nodes.tree.node')} />
      <PageBody>
        {code === 'node.unknown' || code === 'input.invalid' ? (
          <NotFoundState title={t('nodes.unknown.title')} text={sayError('node.unknown')} />
        ) : (
          <LoadFailure title={t('nodes.panel.failed')} fault={error} onRetry={() => void refetch()} />
        )}
      </PageBody>
    </Page>
  );
}

type OneNodeProps = { node: Node; mode: Mode; further: ReactNode; areas: readonly PageTab[] };

function OneNode({ node, mode, further, areas }: OneNodeProps) {
  const t = useT();
  const editing = mode === 'edit' && node.can.edit;
  // whoever may change the settings alone begins with them
  const tabs: PageTab[] = [
    ...(mode === 'edit' && !editing && areas.length > 0
      ? []
      : [{ key: 'details', label: t('nodes.panel.details'), content: null }]),
    ...areas,
  ];
  const [chosen, choose] = useChosenTab(tabs);
  return (
    <Page>
      <PageHeader
        title={node.name}
        tag={<Tag>{t(`ui.level.${node.nodeType}`)}</Tag>}
        status={
          <StatusDot kind={node.status ? 'on' : 'off'}>
            {t(node.status ? 'ui.status.enabled' : 'ui.status.disabled')}
          </StatusDot>
        }
        crumbs={[
          { label: t('nodes.title'), ...(may(['LIST_NODE_STRUCTURE']) && { href: hierarchyAddress }) },
          ...node.path.slice(1).map(({ id, name }) => ({ label: name, href: nodeViewAddress(id) })),
        ]}
        crumbsLabel={t('nodes.panel.path')}
        actions={<NodeActions node={node} at={mode} />}
        tabs={
          tabs.length > 1 && (
            <PageTabs tabs={tabs} chosen={chosen?.key ?? ''} label={t('nodes.page.subjects')} onChoose={choose} />
          )
        }
      />
      {chosen?.key === 'details' ? <Details node={node} mode={mode} further={further} /> : chosen?.content}
    </Page>
  );
}

/** What is filled in about a place, and what belongs with it. */
function Details({ node, mode, further }: Omit<OneNodeProps, 'areas'>) {
  const t = useT();
  const editing = mode === 'edit' && node.can.edit;
  return (
    <>
      {mode === 'edit' && !editing && (
        <PageAlert icon="lock" title={t('nodes.edit.notAllowed')}>
          {t('nodes.edit.notAllowedText')}
        </PageAlert>
      )}
      {editing ? (
        <NodeForm key={node.nodeId} node={node} />
      ) : (
        <PageBody>
          <PageFacts>
            <FormSection title={t('nodes.panel.details')}>
              <Wide>
                <NodeFigures node={node} />
                <NodeDetails node={node} />
                {node.nodeType !== 'STORE' && <ChildNodeList node={node} />}
              </Wide>
            </FormSection>
            {further}
          </PageFacts>
        </PageBody>
      )}
    </>
  );
}
