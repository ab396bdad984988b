import type { Node, NodeId } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { hasPermission } from '../platform/session/session.ts';
import { useSelectedTab } from '../records/selected-tab.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { PageTabs, type PageTab } from '../ui/page/page-tabs.tsx';
import { Page, PageAlert, PageBody, PageDetails } from '../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { NotFoundState } from '../ui/page/states.tsx';
import { StatusDot } from '../ui/status-dot.tsx';
import { Tag } from '../ui/tag.tsx';
import { ChildNodeList } from './tree/child-node-list.tsx';
import { NodeActions } from './node-actions.tsx';
import { hierarchyAddress, nodeViewAddress } from './node-address.ts';
import { NodeDetails } from './node-details.tsx';
import { NodeForm } from './node-form.tsx';
import { NodeFigures } from './tree/node-panel.tsx';
import { nodeQuery } from './queries.ts';

type Mode = 'view' | 'edit';

type Props = {
  id: NodeId;
  mode: Mode;
  /** Content below the details. */
  extraDetails?: (node: Node) => ReactNode;
  /** Tabs besides the details. */
  extraTabs: (node: Node) => readonly PageTab[];
};

/** The page of one node, in view or edit mode. */
export function NodePage({ id, mode, extraDetails, extraTabs }: Props) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...nodeQuery(id),
    meta: errorShownByScreen,
  });
  // The edit form waits for fresh data, so that it does not start from a stale cache entry.
  const node = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const waiting = useDelayed(!node && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.nodeView' : 'app.title.nodeEdit');
    if (node) document.title = `${node.name} · ${screen}`;
  }, [node, mode, t]);

  if (node) return <NodeView node={node} mode={mode} extraDetails={extraDetails?.(node)} extraTabs={extraTabs(node)} />;
  if (!error) return <Page>{waiting && <FormSkeleton sections={3} />}</Page>;
  const code = error instanceof ApiError ? error.code : 'unknown';
  return (
    <Page>
      <PageHeader title={t('nodes.tree.node')} />
      <PageBody>
        {code === 'node.unknown' || code === 'input.invalid' ? (
          <NotFoundState title={t('nodes.unknown.title')} text={errorMessage('node.unknown')} />
        ) : (
          <LoadError title={t('nodes.panel.failed')} error={error} onRetry={() => void refetch()} />
        )}
      </PageBody>
    </Page>
  );
}

type NodeViewProps = { node: Node; mode: Mode; extraDetails: ReactNode; extraTabs: readonly PageTab[] };

function NodeView({ node, mode, extraDetails, extraTabs }: NodeViewProps) {
  const t = useT();
  const editing = mode === 'edit' && node.can.edit;
  // without the right to edit the details, the page opens with the first of the other tabs
  const tabs: PageTab[] = [
    ...(mode === 'edit' && !editing && extraTabs.length > 0
      ? []
      : [{ key: 'details', label: t('nodes.panel.details'), content: null }]),
    ...extraTabs,
  ];
  const [selectedTab, selectTab] = useSelectedTab(tabs);
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
          { label: t('nodes.title'), ...(hasPermission(['LIST_NODE_STRUCTURE']) && { href: hierarchyAddress }) },
          ...node.path.slice(1).map(({ id, name }) => ({ label: name, href: nodeViewAddress(id) })),
        ]}
        crumbsLabel={t('nodes.panel.path')}
        actions={<NodeActions node={node} context={mode} />}
        tabs={
          tabs.length > 1 && (
            <PageTabs
              tabs={tabs}
              activeKey={selectedTab?.key ?? ''}
              label={t('nodes.page.tabs')}
              onSelect={selectTab}
            />
          )
        }
      />
      {selectedTab?.key === 'details' ? (
        <Details node={node} mode={mode} extraDetails={extraDetails} />
      ) : (
        selectedTab?.content
      )}
    </Page>
  );
}

/** The details tab: the edit form or the read-only view. */
function Details({ node, mode, extraDetails }: Omit<NodeViewProps, 'extraTabs'>) {
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
          <PageDetails>
            <FormSection title={t('nodes.panel.details')}>
              <FullWidth>
                <NodeFigures node={node} />
                <NodeDetails node={node} />
                {node.nodeType !== 'STORE' && <ChildNodeList node={node} />}
              </FullWidth>
            </FormSection>
            {extraDetails}
          </PageDetails>
        </PageBody>
      )}
    </>
  );
}
