// What we use of the Prometheus Operator's two kinds (v0.80), as its reference of the interface has them.
import type { LabelSelector, ObjectMeta } from 'kubernetes-types/meta/v1.d.ts';

export interface PrometheusRule {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PrometheusRule';
  metadata: ObjectMeta;
  spec: PrometheusRuleSpec;
}

export interface PrometheusRuleSpec {
  groups: Array<RuleGroup>;
}

export interface RuleGroup {
  name: string;
  interval?: string;
  rules: Array<Rule>;
}

export interface Rule {
  alert: string;
  expr: string;
  for?: string;
  keep_firing_for?: string;
  labels?: { [name: string]: string };
  annotations?: { [name: string]: string };
}

export interface PodMonitor {
  apiVersion: 'monitoring.coreos.com/v1';
  kind: 'PodMonitor';
  metadata: ObjectMeta;
  spec: PodMonitorSpec;
}

export interface PodMonitorSpec {
  selector: LabelSelector;
  podMetricsEndpoints: Array<PodMetricsEndpoint>;
}

export interface PodMetricsEndpoint {
  port: string;
  path?: string;
  interval?: string;
  scrapeTimeout?: string;
  authorization?: Authorization;
}

export interface Authorization {
  type?: string;
  credentials: SecretKeySelector;
}

export interface SecretKeySelector {
  name: string;
  key: string;
}
