import { Select } from '@mantine/core';
import { ranks } from '@storeward/contract/access';
import {
  NewNode,
  type Node,
  NodeId,
  type NodeInput,
  type PlaceType,
  placeTypes,
  typesAbove,
  typesBelow,
} from '@storeward/contract/nodes';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { useRecordCreate } from '../screens/record-create.ts';
import { RecordForm } from '../screens/record-form.tsx';
import { FormSection, Wide } from '../ui/form.tsx';
import { useNavigateTo } from '../ui/link.tsx';
import { useNotify } from '../ui/notify.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Page, PageBody } from '../ui/page.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { EmptyState } from '../ui/states.tsx';
import { hierarchyAddress, nodeAddress } from './node-address.ts';
import { emptyNode, nodeFields } from './node-fields.ts';
import { NodeFields } from './node-form.tsx';
import { PlacePicker } from './place-picker.tsx';
import { oneNode, useCreateNode } from './queries.ts';

const CreateQuery = z.object({ parent: z.optional(NodeId) });

/** Makes a new place below another one: the one in the address, else the reader's own. */
export function NodeCreatePage() {
  const t = useT();
  const own = useSession().user?.rootNodeId;
  const [{ parent = own }] = useUrlQuery(CreateQuery);
  const { data, error } = useQuery({ ...oneNode(parent as NodeId), enabled: Boolean(parent) });
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
          <EmptyState title={t('nodes.none.title')} text={t('nodes.none.text')} />
        </PageBody>
      )}
    </Page>
  );
}

type Filled = NodeInput & { nodeType: string; parentId: string } & Record<string, unknown>;

function NewNodeForm({ parent }: { parent: Node | undefined }) {
  const t = useT();
  const notify = useNotify();
  const navigate = useNavigateTo();
  const createNode = useCreateNode();
  const own = useSession().user?.rootNode;
  const firstType = parent ? typesBelow(parent.nodeType).at(0) : undefined;
  const edit = useRecordCreate<Node, Filled, z.output<typeof NewNode>>({
    schema: NewNode,
    initialValues: { ...emptyNode, parentId: firstType && parent ? parent.nodeId : '', nodeType: firstType ?? '' },
    fields: ['parentId', 'nodeType', ...nodeFields],
    fieldOf: { 'node.codeTaken': 'code', 'node.wrongParent': 'nodeType', 'node.hiddenEverywhere': 'region' },
    save: createNode.mutateAsync,
    onMade: (made) => {
      notify.success(t('nodes.create.done', { name: made.name }));
      navigate(nodeAddress(made.nodeId));
    },
  });
  const { form } = edit;
  const { nodeType } = form.values;
  const types = placeTypes.filter((type) => own && ranks[type] < ranks[own]);
  const place = form.getInputProps('parentId');

  return (
    <RecordForm edit={edit} label={t('app.title.nodeCreate')} makes={t('nodes.action.create')}>
      <FormSection title={t('nodes.section.place')} text={t('nodes.section.placeText')}>
        <Wide>
          <Select
            label={t('nodes.below.level')}
            data={types.map((type) => ({ value: type, label: t(`ui.level.${type}`) }))}
            allowDeselect={false}
            disabled={types.length === 0}
            {...form.getInputProps('nodeType')}
          />
        </Wide>
        {nodeType && <PlacePicker targets={typesAbove(nodeType as PlaceType)} {...place} />}
      </FormSection>
      <NodeFields input={(field) => form.getInputProps(field)} />
    </RecordForm>
  );
}
