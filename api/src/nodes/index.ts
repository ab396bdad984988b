import { nodeExport, nodeImports } from '@storeward/contract/nodes/node-import';
import { nodes } from '@storeward/contract/nodes';
import type { AddImportKind } from '../imports/kind.ts';
import type { Application } from '../platform/application.ts';
import { nodeExportService } from './import/export.ts';
import { nodeImport } from './import/import.ts';
import { nodesService } from './service.ts';

export const nodeEndpoints = { nodes, nodeImports, nodeExport };

export function registerNodes(app: Application, addImportKind: AddImportKind): void {
  app.register(nodeEndpoints, {
    nodes: nodesService,
    nodeImports: addImportKind(nodeImport).service,
    nodeExport: nodeExportService,
  });
}
