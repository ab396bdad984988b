import { Node, NodeInput } from '@storeward/contract/nodes';
import { useQueryClient } from '@tanstack/react-query';
import { useLanguage, useT } from '../platform/i18n.ts';
import { useRecordEdit } from '../records/record-edit.ts';
import { useNotify } from '../ui/notify.tsx';
import { nodeFields, nodeLabel, nodeText, nodeValues } from './node-fields.ts';
import { nodeQuery, useSaveNode } from './queries.ts';

export function useNodeEdit(node: Node) {
  const t = useT();
  const [language] = useLanguage();
  const notify = useNotify();
  const client = useQueryClient();
  const saveNode = useSaveNode(node.nodeId);
  return useRecordEdit(node, {
    schema: NodeInput,
    read: (current) => Node.safeParse(current).data,
    values: nodeValues,
    fields: nodeFields,
    label: (field) => nodeLabel(field, t),
    text: (field, value) => nodeText(field, value, language, t),
    fieldOf: { 'node.codeTaken': 'code', 'node.hidesYourself': 'region', 'node.hiddenEverywhere': 'region' },
    save: saveNode.mutateAsync,
    onNewer: (newer) => client.setQueryData(nodeQuery(node.nodeId).queryKey, newer),
    onSaved: ({ name }) => notify.success(t('nodes.edit.saved', { name })),
  });
}
