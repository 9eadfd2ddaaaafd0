{{/* Settings of the database that decide durability and memory: the rules of the harness' DatabaseTuning. */}}
{{- define "gavel.databaseSettings" -}}
{{- $sizing := include "gavel.sizing" . | fromYaml -}}
{{- $memory := int $sizing.databaseMemory -}}
{{- $connections := int $sizing.databaseConnections -}}
{{- toYaml (mergeOverwrite (dict
  "unix_socket_directories" ""
  "fsync" "on"
  "full_page_writes" "on"
  "synchronous_commit" (ternary "on" "off" .Values.relational.durable)
  "max_connections" (toString $connections)
  "shared_buffers" (printf "%dMB" (int $sizing.sharedBuffers))
  "effective_cache_size" (printf "%dMB" (div (mul $memory 3) 4))
  "work_mem" (printf "%dMB" (max 4 (div (div $memory 4) $connections)))
  "maintenance_work_mem" (printf "%dMB" (min 1024 (max 64 (div $memory 16))))
  "max_wal_size" "2GB"
  "checkpoint_timeout" "15min"
  "checkpoint_completion_target" "0.9"
  "track_io_timing" "on") (deepCopy .Values.relational.settings)) -}}
{{- end -}}

{{/* What the process of embedded services starts: (list root host embedded-kinds). */}}
{{- define "gavel.embeddedSpec" -}}
{{- $root := index . 0 -}}
{{- $kinds := index . 2 -}}
{{- $kept := "/var/lib/gavel" -}}
{{- $spec := dict "address" (index . 1) "network" "all" "stateFile" (printf "%s/state.json" $kept) "followInput" false -}}
{{- if has "relational" $kinds -}}
{{- $_ := set $spec "database" (dict "port" 5432 "directory" (printf "%s/database" $kept) "binaries" (printf "%s/programs" $kept) "log" (printf "%s/database.log" $kept) "name" "gavel" "username" "gavel" "password" (include "gavel.password" (list $root "database")) "settings" (include "gavel.databaseSettings" $root | fromYaml)) -}}
{{- end -}}
{{- if has "broker" $kinds -}}
{{- $_ := set $spec "broker" (dict "port" 5672 "directory" (printf "%s/broker" $kept) "username" "gavel" "password" (include "gavel.password" (list $root "broker"))) -}}
{{- end -}}
{{- if has "documents" $kinds -}}
{{- $_ := set $spec "documents" (dict "port" 27017 "directory" (printf "%s/documents" $kept) "username" "gavel" "password" (include "gavel.password" (list $root "documents"))) -}}
{{- end -}}
{{- toJson $spec -}}
{{- end -}}

{{/* The process of embedded services, or of the document store alone: (list root tier component kinds heap memory). */}}
{{- define "gavel.embeddedSet" -}}
{{- $root := index . 0 -}}
{{- $component := index . 2 -}}
{{- $set := printf "%s-%s" (include "gavel.fullname" $root) $component -}}
{{- $ports := dict -}}
{{- range $kind, $port := dict "relational" 5432 "broker" 5672 "documents" 27017 -}}
{{- if has $kind (index $ 3) -}}{{- $_ := set $ports $kind $port -}}{{- end -}}
{{- end -}}
{{- $files := dict "services.json" (include "gavel.embeddedSpec" (list $root (printf "%s-0" $set) (index . 3))) -}}
{{ include "gavel.secret" (list $root $component $set $files) }}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  {{- include "gavel.metadata" (list $root $component $set) | nindent 2 }}
spec:
  replicas: 1
  serviceName: {{ $set }}
  selector:
    matchLabels:
      {{- include "gavel.selector" (list $root $component) | nindent 6 }}
  template:
    metadata:
      {{- include "gavel.podMetadata" (list $root $component $files) | nindent 6 }}
    spec:
      {{- include "gavel.pod" (list $root (index . 1) $component) | nindent 6 }}
      terminationGracePeriodSeconds: 30
      containers:
        - name: services
          {{- include "gavel.container" (list $root (index . 1) "services") | nindent 10 }}
          args: [-Xms64m, -Xmx{{ index . 4 }}m, -XX:+UseG1GC, "-XX:InitiatingHeapOccupancyPercent=75", -XX:+UseTransparentHugePages, -cp, /opt/gavel/harness.jar, gavel.harness.embedded.EmbeddedServices, /etc/gavel/services.json]
          ports:
            {{- range $kind, $port := $ports }}
            - {name: {{ $kind }}, containerPort: {{ $port }}}
            {{- end }}
          startupProbe: {exec: {command: [test, -s, /var/lib/gavel/state.json]}, periodSeconds: 2, failureThreshold: 90}
          readinessProbe: {tcpSocket: {port: {{ keys $ports | sortAlpha | first }}}, periodSeconds: 5, timeoutSeconds: 3}
          livenessProbe: {tcpSocket: {port: {{ keys $ports | sortAlpha | first }}}, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6}
          {{- include "gavel.resources" (list $root (index . 1) (index . 5)) | nindent 10 }}
          volumeMounts:
            - {name: settings, mountPath: /etc/gavel, readOnly: true}
            - {name: data, mountPath: /var/lib/gavel}
            - {name: temporary, mountPath: /tmp}
            {{- if hasKey $ports "relational" }}
            # What PostgreSQL's own shared memory needs.
            - {name: shared, mountPath: /dev/shm}
            {{- end }}
      volumes:
        - {name: settings, secret: {secretName: {{ $set }}, defaultMode: 0440}}
        - {name: data, emptyDir: {}}
        - {name: temporary, emptyDir: {sizeLimit: 256Mi}}
        {{- if hasKey $ports "relational" }}
        - {name: shared, emptyDir: {medium: Memory, sizeLimit: {{ (include "gavel.sizing" $root | fromYaml).sharedBuffers }}Mi}}
        {{- end }}
---
{{ include "gavel.service" (list $root $component $set $ports true) }}
{{- end -}}
