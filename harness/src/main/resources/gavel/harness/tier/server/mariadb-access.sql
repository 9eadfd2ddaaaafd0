CREATE DATABASE IF NOT EXISTS ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;
DELETE FROM mysql.global_priv WHERE User NOT IN ('${name}', 'mariadb.sys');
FLUSH PRIVILEGES;
CREATE USER IF NOT EXISTS '${name}'@'%' IDENTIFIED BY '${password}';
GRANT ALL ON ${name}.* TO '${name}'@'%';
