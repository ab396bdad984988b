import { Select } from '@mantine/core';
import { ranks } from '@storeward/contract/access';
import { type ChildNodeType, childNodeTypes, typesAbove, typesBelow } from '@storeward/contract/nodes/node-types';
import { NewNode, type Node, NodeId } from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useT } from '../platform/text/i18n.ts';
import { useScreenNode } from '../platform/screen-node.ts';
import { useSession } from '../platform/session/session.ts';
import { useUrlQuery } from '../platform/api/url-query.ts';
import { useRecordCreate } from '../records/record-create.ts';
import { RecordForm } from '../records/record-form.tsx';
import { FormSection, FullWidth } from '../ui/form/form.tsx';
import { useNavigateTo } from '../ui/page/link.tsx';
import { useNotify } from '../ui/page/notify.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Page, PageBody } from '../ui/page/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { EmptyState } from '../ui/page/states.tsx';
import { hierarchyAddress, nodeAddress } from './node-address.ts';
import { emptyNode, nodeFields, type NodeValues } from './node-fields.ts';
import { NodeFields } from './node-form.tsx';
import { CascadingNodePicker } from './pickers/cascading-node-picker.tsx';
import { nodeQuery, useCreateNode } from './queries.ts';

const CreateQuery = z.object({ parent: z.optional(NodeId) });

/** Creates a node below the parent given in the URL, by default the user's own root node. */
export function NodeCreatePage() {
  const t = useT();
  const [query] = useUrlQuery(CreateQuery);
  const parent = useScreenNode(query.parent);
  const { data, error } = useQuery({ ...nodeQuery(parent!), enabled: Boolean(parent) });
  const waiting = useDelayed(Boolean(parent) && !data && !error);
  return (
    <Page>
      <PageHeader
        title={t('app.title.nodeCreate')}
        crumbs={[{ label: t('nodes.title'), href: hierarchyAddress }, { label: t('app.title.nodeCreate') }]}
        crumbsLabel={t('nodes.panel.path')}
      />
      {data || error ? (
        <NewNodeForm parent={data} />
      ) : parent ? (
        waiting && <FormSkeleton sections={3} />
      ) : (
        <PageBody>
          <EmptyState title={t('nodes.noRoot.title')} text={t('nodes.noRoot.text')} />
        </PageBody>
      )}
    </Page>
  );
}

type FormValues = NodeValues & { nodeType: string; parentId: string } & Record<string, unknown>;

function NewNodeForm({ parent }: { parent: Node | undefined }) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const createNode = useCreateNode();
  const ownNode = useSession().user?.rootNode;
  const defaultType = parent ? typesBelow(parent.nodeType).at(0) : undefined;
  const edit = useRecordCreate<Node, FormValues, z.output<typeof NewNode>>({
    // the form always has the fields that other clients may omit
    schema: NewNode as unknown as z.core.$ZodType<z.output<typeof NewNode>, FormValues>,
    initialValues: { ...emptyNode, parentId: defaultType && parent ? parent.nodeId : '', nodeType: defaultType ?? '' },
    fields: ['parentId', 'nodeType', ...nodeFields],
    fieldOf: { 'node.codeTaken': 'code', 'node.wrongParent': 'nodeType', 'node.hiddenEverywhere': 'region' },
    save: createNode.mutateAsync,
    onCreated: (created) => {
      notify.success(t('nodes.create.done', { name: created.name }));
      navigate(nodeAddress(created.nodeId));
    },
  });
  const { form } = edit;
  const { nodeType, parentId, country } = form.values;
  const { data: chosenParent } = useQuery({
    ...nodeQuery(parentId as NodeId),
    enabled: Boolean(parentId),
    meta: { quiet: true },
  });
  const types = childNodeTypes.filter((type) => ownNode && ranks[type] < ranks[ownNode]);
  const parentInput = form.getInputProps('parentId');

  return (
    <RecordForm edit={edit} label={t('app.title.nodeCreate')} createLabel={t('nodes.action.create')}>
      <FormSection title={t('nodes.section.position')} text={t('nodes.section.positionText')}>
        <FullWidth>
          <Select
            label={t('nodes.children.level')}
            data={types.map((type) => ({ value: type, label: t(`ui.level.${type}`) }))}
            allowDeselect={false}
            disabled={types.length === 0}
            {...form.getInputProps('nodeType')}
          />
        </FullWidth>
        {nodeType && <CascadingNodePicker targets={typesAbove(nodeType as ChildNodeType)} {...parentInput} />}
      </FormSection>
      <NodeFields
        input={(field) => form.getInputProps(field)}
        country={country || chosenParent?.country || chosenParent?.inheritedCountry}
      />
    </RecordForm>
  );
}
