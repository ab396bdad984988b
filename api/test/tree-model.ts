/** A node of the model. */
export type ModelNode = {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly code: string;
  parentId: string | null;
  isOpen: boolean;
  regions: readonly string[];
};

/** All nodes by id. The model is implemented independently of the product. */
export type Model = Map<string, ModelNode>;

/** A user of the model. */
export type ModelUser = {
  readonly id: string;
  readonly rootId: string;
  readonly host: string;
  /** The portal hosts of the user's organisation. */
  readonly hosts: readonly string[];
  readonly canChange: boolean;
};

/** The expected HTTP status and error code. */
export type ExpectedResult = readonly [number, string?];

/** The parent types allowed for each node type. */
const allowedParents: Readonly<Record<string, readonly string[]>> = {
  COMPANY: ['ORGANIZATION'],
  TRADING_REGION: ['COMPANY'],
  STORE_GROUP: ['TRADING_REGION'],
  SUB_STORE_GROUP: ['STORE_GROUP'],
  STORE: ['TRADING_REGION', 'STORE_GROUP', 'SUB_STORE_GROUP'],
};

/** The types of nodes that can be created or moved, from the top down. */
export const kinds: readonly string[] = Object.keys(allowedParents);

export const canBeChildOf = (kind: string, parent: string): boolean => allowedParents[kind]?.includes(parent) === true;

/** A node and its ancestors, the node first. */
function pathToRoot(model: Model, id: string): ModelNode[] {
  const node = model.get(id);
  if (!node) return [];
  return node.parentId === null ? [node] : [node, ...pathToRoot(model, node.parentId)];
}

/** Whether a node is another one or a descendant of it. */
export const isInSubtree = (model: Model, id: string, rootId: string): boolean =>
  pathToRoot(model, id).some((node) => node.id === rootId);

/** Whether a node or one of its ancestors is disabled. */
export const isClosed = (model: Model, id: string): boolean => pathToRoot(model, id).some(({ isOpen }) => !isOpen);

const isHiddenOn = (host: string, regions: readonly string[]) =>
  regions.length === 1 && regions[0] === (host.endsWith('.cn') ? 'REST_OF_WORLD' : 'CHINA');

/** Whether a portal hides a node or one of its ancestors. */
const isHidden = (model: Model, id: string, host: string): boolean =>
  pathToRoot(model, id).some(({ regions }) => isHiddenOn(host, regions));

/** Whether a user can see a node: it lies in their subtree, and their portal shows it or it is their own. */
export const isVisible = (model: Model, user: ModelUser, id: string): boolean =>
  id === user.rootId || (isInSubtree(model, id, user.rootId) && !isHidden(model, id, user.host));

/** The checks that precede every change: session, permission, scope and region. */
function accessError(model: Model, user: ModelUser, ids: readonly string[]): ExpectedResult | undefined {
  if (isClosed(model, user.rootId)) return [401, 'session.expired'];
  if (!user.canChange) return [403, 'access.denied'];
  return ids.every((id) => isVisible(model, user, id)) ? undefined : [404, 'node.unknown'];
}

const isOwnOrTop = (model: Model, user: ModelUser, id: string) =>
  id === user.rootId || model.get(id)?.parentId === null;

/** The expected result of a move. */
export function expectMove(model: Model, user: ModelUser, id: string, newParentId: string): ExpectedResult {
  const [node, parent] = [model.get(id), model.get(newParentId)];
  const denied = accessError(model, user, [id, newParentId]);
  if (denied) return denied;
  if (isOwnOrTop(model, user, id)) return [409, 'node.ownPlace'];
  if (isInSubtree(model, newParentId, id)) return [409, 'node.intoItself'];
  return node && parent && canBeChildOf(node.kind, parent.kind) ? [200] : [409, 'node.wrongParent'];
}

/** The expected result of enabling or disabling a node. */
export const expectStatusChange = (model: Model, user: ModelUser, id: string): ExpectedResult =>
  accessError(model, user, [id]) ?? (isOwnOrTop(model, user, id) ? [409, 'node.ownPlace'] : [200]);

/** The expected result of changing a node's regions. */
export function expectRegionChange(
  model: Model,
  user: ModelUser,
  id: string,
  regions: readonly string[],
): ExpectedResult {
  const denied = accessError(model, user, [id]);
  if (denied) return denied;
  if (id === user.rootId && isHiddenOn(user.host, regions)) return [409, 'node.hidesYourself'];
  return user.hosts.every((host) => isHiddenOn(host, regions)) ? [409, 'node.hiddenEverywhere'] : [200];
}

/** The expected result of creating a node. */
export function expectCreate(model: Model, user: ModelUser, kind: string, newParentId: string): ExpectedResult {
  const denied = accessError(model, user, [newParentId]);
  if (denied) return denied;
  if (!canBeChildOf(kind, model.get(newParentId)?.kind ?? '')) return [409, 'node.wrongParent'];
  return isHidden(model, newParentId, user.host) ? [409, 'node.hiddenHere'] : [200];
}

/** The expected result of deleting a node, given where users are assigned. */
export function expectDelete(
  model: Model,
  user: ModelUser,
  id: string,
  users: readonly { at: string }[],
): ExpectedResult {
  const denied = accessError(model, user, [id]);
  if (denied) return denied;
  if (isOwnOrTop(model, user, id)) return [409, 'node.ownPlace'];
  const children = childrenOf(model, id);
  // users of the node itself are as visible as the node
  if (users.some(({ at }) => at === id)) return [409, 'node.notEmpty'];
  if (children.some((child) => isVisible(model, user, child.id))) return [409, 'node.notEmpty'];
  return children.length > 0 ? [409, 'node.holdsHidden'] : [200];
}

const childrenOf = (model: Model, id: string) => [...model.values()].filter(({ parentId }) => parentId === id);

/** A node as it appears in a list. */
export type TreeRow = { id: string; parentId: string | null; isOpen: boolean; childCount: number; storeCount: number };

/** Everything that a user sees through the different endpoints; undefined if they cannot sign in. */
export type VisibleTree = {
  readonly tree: readonly TreeRow[];
  readonly searchResults: readonly string[];
  readonly choices: readonly string[];
  readonly openChildren: readonly string[];
  readonly users: readonly string[];
  /** Each node requested by id with the ids of its ancestors from the top; undefined if it is not found. */
  readonly details: readonly (readonly [string, readonly string[] | undefined])[];
};

/** What to request: the types for the list of choices, and node ids. */
export type ViewQuery = { readonly kinds: readonly string[]; readonly ids: readonly string[] };

/** What a user is expected to see according to the model. */
export function expectedView(
  model: Model,
  user: ModelUser,
  { kinds: choiceKinds, ids }: ViewQuery,
  allUsers: readonly { id: string; at: string }[],
): VisibleTree | undefined {
  if (isClosed(model, user.rootId)) return undefined;
  const visible = [...model.values()].filter(({ id }) => isVisible(model, user, id));
  const idsOf = (nodes: readonly ModelNode[]) => nodes.map(({ id }) => id).sort();
  return {
    tree: sortRows(
      visible.map(({ id, parentId, isOpen }) => ({
        id,
        parentId,
        isOpen,
        childCount: visible.filter((node) => node.parentId === id).length,
        storeCount: visible.filter((node) => node.kind === 'STORE' && isInSubtree(model, node.id, id)).length,
      })),
    ),
    searchResults: idsOf(visible),
    choices: idsOf(visible.filter(({ id, kind }) => choiceKinds.includes(kind) && !isClosed(model, id))),
    openChildren: idsOf(visible.filter(({ parentId, isOpen }) => parentId === user.rootId && isOpen)),
    users: allUsers
      .filter(({ at }) => isVisible(model, user, at))
      .map(({ id }) => id)
      .sort(),
    details: ids.map((id) => [id, isVisible(model, user, id) ? ancestorIds(model, id) : undefined]),
  };
}

const ancestorIds = (model: Model, id: string) =>
  pathToRoot(model, id)
    .slice(1)
    .map((node) => node.id)
    .reverse();

/** Sorts rows by id, so that results can be compared. */
export const sortRows = (rows: readonly TreeRow[]): TreeRow[] => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
